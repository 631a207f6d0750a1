import type { Long } from '../../platform/operations/long.js';
import type { Preferences } from '../../platform/pages/reader.js';
import type { MemberTypeValue } from '../families/family-member.entity.js';
import type { Made, Rank } from '../ways-in/youth.js';
import type { LinkKind, NoticeKind } from '../notifications/outbox-message.entity.js';
import type { TextPayer } from '../notifications/outbox.js';

/** The data of a link that its page shows and checks. */
export interface LinkView extends Preferences {
  readonly kind: LinkKind;
  readonly accountId: Long;
  readonly createdAt: Date;
  /**
   * expired: an invitation whose own time ran out; anyone with the link may ask for a new one (D89); over: any other
   * link that has ended; used: it was used already; closed: the account was disabled.
   */
  readonly state: 'open' | 'expired' | 'over' | 'used' | 'closed';
  /** It is an invitation to a pending account, and completes it. */
  readonly completes: boolean;
  readonly name: string;
  /** The e-mail address, phone number or login it is about. */
  readonly value: string;
  /** All identifiers of the account: its password must not equal one. */
  readonly own: readonly string[];
  readonly familyId: Long | null;
  /** null: there is none, or it was deleted. */
  readonly familyName: string | null;
  readonly clientName: string;
  /** The number of the client whose branding the pages have; null: the server's. */
  readonly ofClient: Long | null;
}

export interface AddedIdentifier {
  readonly type: 'Email' | 'Msisdn' | 'Login';
  readonly value: string;
}

/** The account that a link is for, and the address that it concerns. */
export interface LinkRequest {
  readonly kind: LinkKind;
  readonly accountId: Long;
  /** An identifier of the account; null with `added`. */
  readonly identifierId: Long | null;
  /** An identifier that the account gets by using the link; the value of an address is normalized. */
  readonly added?: AddedIdentifier;
  /** For an invitation: the family it mentions; for a membership: the family to join. */
  readonly familyId: Long | null;
  /** For a membership. */
  readonly memberType?: MemberTypeValue;
  /** The client that invites. */
  readonly clientId: Long | null;
  /** The sign-in on a page in which the account's user asked for it; left out: someone else did. */
  readonly signInId?: Long | null;
  /** The member of the family who invites instead. */
  readonly by?: Inviter;
}

/** A member of a family who invites a person. */
export interface Inviter {
  readonly invitedBy: Long;
  /** The address as it was typed. */
  readonly invitedAs: string;
  /** The number of the `SentInvitation`; null: it is no longer kept. */
  readonly sentId: Long | null;
}

/** A member's invitation that nobody has accepted yet, as its family sees it. */
export interface OpenInvitation {
  readonly id: Long;
  readonly inviterId: Long;
  readonly invitedAs: string;
  readonly inviterName: string;
  readonly expiresAt: Date;
}

/** A member's pending invitation to the same address as another link. */
export interface InvitationBeside {
  /** Digest of its token, in hexadecimal: it tells invitations apart, and opens nothing. */
  readonly digest: string;
  readonly familyName: string;
  readonly inviterName: string;
}

/** The membership that an accepted invitation gives. */
export interface Membership {
  readonly familyId: Long;
  readonly memberType: MemberTypeValue;
  /** The member who invited; null: a client did. */
  readonly invitedBy: Long | null;
}

/** How a link is used. */
export interface Use {
  /** Digests, in hexadecimal, of other invitations that are accepted with it. */
  readonly beside?: readonly string[];
  /** The only address, normalized, that it confirms; null: none; left out: the one that it was sent to. */
  readonly proves?: string | null;
}

/** The effect of a used link. */
export interface UsedLink extends Pick<
  LinkRequest,
  'kind' | 'accountId' | 'identifierId' | 'added' | 'familyId'
> {
  /** When it was used, and the sign-in in which it was asked for. */
  readonly made: Made;
  /** What it proves about the person who used it. */
  readonly rank: Rank;
  /** The memberships that begin. */
  readonly joins: readonly Membership[];
  /** The address that it confirmed, normalized; null: none, or it was confirmed before. */
  readonly confirmed: string | null;
}

/** What a link in a notice stops, as the notice described it. */
export interface Stopped {
  readonly kind: NoticeKind;
  /** The address, or the name of what was added. */
  readonly value: string;
}

/** How a link is delivered. */
export interface Delivery {
  /** false: it is stored but sent to nobody. */
  readonly isSent?: boolean;
  /** Query string of the link, without `?`. */
  readonly query?: string;
  /** It waits in the outbox for an administrator, who hands it over (D25). */
  readonly isHandedOver?: boolean;
  /** The payer, if it is a text message. */
  readonly textBy?: TextPayer;
}
