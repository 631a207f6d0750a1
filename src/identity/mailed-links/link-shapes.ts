import type { Long } from '../../platform/operations/long.js';
import type { MemberTypeValue } from '../families/family-member.entity.js';
import type { LinkKind } from '../notifications/outbox-message.entity.js';

/** What a link's page shows and decides by. */
export interface LinkView {
  readonly kind: LinkKind;
  readonly accountId: Long;
  readonly createdAt: Date;
  /** over: its time has passed, or a newer one replaced it; used: it has done its work; closed: the account was disabled. */
  readonly state: 'open' | 'over' | 'used' | 'closed';
  readonly name: string;
  readonly locale: string | null;
  /** The e-mail address, phone number or login it is about. */
  readonly value: string;
  /** Every identifier of the account: no password for it. */
  readonly own: readonly string[];
  readonly familyId: Long | null;
  readonly familyName: string;
  readonly clientName: string;
}

export interface AddedIdentifier {
  readonly type: 'Email' | 'Msisdn' | 'Login';
  readonly value: string;
}

/** Whom a link is for, and which address it is about. */
export interface LinkRequest {
  readonly kind: LinkKind;
  readonly accountId: Long;
  /** The account's own; null with `added`. */
  readonly identifierId: Long | null;
  /** Becomes the account's own by the link; its value is normalized. */
  readonly added?: AddedIdentifier;
  /** Of an invitation: which it brings to mind; of a membership: which the account is to join. */
  readonly familyId: Long | null;
  /** Of a membership. */
  readonly memberType?: MemberTypeValue;
  /** The client that invites. */
  readonly clientId: Long | null;
}

/** What a link has done. */
export interface UsedLink extends Pick<
  LinkRequest,
  'kind' | 'accountId' | 'added' | 'familyId' | 'memberType'
> {
  /** Normalized; null: it was confirmed before. */
  readonly confirmed: string | null;
}

/** How a link is made known. */
export interface Delivery {
  /** false: it is only kept, and nobody gets it. */
  readonly isSent?: boolean;
  /** Stands behind the link's `?`. */
  readonly query?: string;
}
