import { In, type EntityManager } from 'typeorm';
import { identifiersOf } from '../accounts/account-identifiers.js';
import type { IdentifierType } from '../accounts/identifier.js';
import type { Long } from '../../platform/operations/long.js';
import type { LinkRequest } from './link-shapes.js';
import { STANDS } from './link-sql.js';
import { MailedLink } from './mailed-link.entity.js';

/** Types of identifiers that a person is invited by, the preferred one first. */
const INVITABLE: readonly IdentifierType[] = ['Email', 'Msisdn', 'Login'];

/**
 * A new invitation to the identifier that was invited last, else to the first one that is no ExternalId. An administrator
 * sends it, and vouches for it in place of a member.
 */
export async function invitationAnew(tx: EntityManager, accountId: Long): Promise<LinkRequest | null> {
  const identifiers = await identifiersOf(tx, accountId);
  const invitable = INVITABLE.flatMap((type) => identifiers.filter((each) => each.type === type));
  const last = await tx.findOne(MailedLink, {
    where: { kind: 'invitation', identifierId: In(invitable.map(({ id }) => id)) },
    order: { createdAt: 'DESC' },
  });
  const identifierId = last?.identifierId ?? invitable[0]?.id;
  if (identifierId === undefined) return null;
  const { familyId = null, clientId = null } = last ?? {};
  return { kind: 'invitation', accountId, identifierId, familyId, clientId };
}

const LAST = `SELECT i.family_id AS "familyId", i.client_id AS "clientId", i.invited_by AS "invitedBy", i.invited_as AS "invitedAs",
                     ${STANDS} AS stands
  FROM invitation i WHERE i.account_id = $1 AND i.kind = 'invitation' ORDER BY i.created_at DESC LIMIT 1`;

interface LastInvitation {
  readonly familyId: Long | null;
  readonly clientId: Long | null;
  readonly invitedBy: Long | null;
  readonly invitedAs: string | null;
  readonly stands: boolean;
}

/**
 * Who invited an account last, and to which family: one that is sent anew rests on the same. null: the member who sent it
 * may give no longer what it gives (D310).
 */
export async function lastInvitationOf(
  tx: EntityManager,
  accountId: Long,
): Promise<Pick<LinkRequest, 'familyId' | 'clientId' | 'by'> | null> {
  const [last] = await tx.query<LastInvitation[]>(LAST, [accountId]);
  if (!last) return { familyId: null, clientId: null };
  const { familyId, clientId, invitedBy, invitedAs, stands } = last;
  if (!stands) return null;
  const by = invitedBy !== null && invitedAs !== null ? { invitedBy, invitedAs } : undefined;
  return { familyId, clientId, by };
}
