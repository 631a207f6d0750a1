import type { EntityManager } from 'typeorm';
import { identifiersOf } from '../accounts/account-identifiers.js';
import type { IdentifierType } from '../accounts/identifier.js';
import type { Long } from '../../platform/operations/long.js';
import type { LinkRequest } from './link-shapes.js';
import type { MailedLink } from './mailed-link.entity.js';
import { IS_INVITATION, STANDS } from './link-sql.js';

/** Types of identifiers that a person is invited by, the preferred one first. */
const INVITABLE: readonly IdentifierType[] = ['Email', 'Msisdn', 'Login'];

/** What a new invitation takes from the last one: the sender and the family. */
type Like = Pick<LinkRequest, 'kind' | 'familyId' | 'clientId' | 'memberType' | 'by'>;

/** To no family, in the name of the service. */
const LONE: Like = { kind: 'invitation', familyId: null, clientId: null };

/**
 * A condition: the invitation counts. A member's invitation counts as long as only its own time ended it, and it
 * stands.
 */
const COUNTS = `${IS_INVITATION} AND (i.invited_as IS NULL OR i.used_at IS NULL AND ${STANDS})`;
const LAST = `SELECT i.kind, i.identifier_id AS "identifierId", i.family_id AS "familyId", i.client_id AS "clientId", i.member_type AS "memberType",
                     i.invited_by AS "invitedBy", i.invited_as AS "invitedAs", i.sent_id AS "sentId"
  FROM invitation i WHERE i.account_id = $1 AND ${COUNTS} ORDER BY i.created_at DESC LIMIT 1`;
const IS_INVITED = `SELECT 1 FROM invitation i WHERE i.account_id = $1 AND i.invited_as IS NOT NULL LIMIT 1`;

const ACCEPTED = `SELECT i.client_id AS "clientId" FROM invitation i
  WHERE i.account_id = $1 AND i.kind = 'invitation' AND i.ended_by = 'used' LIMIT 1`;

type LastInvitation = Pick<
  MailedLink,
  'familyId' | 'clientId' | 'memberType' | 'invitedBy' | 'invitedAs' | 'sentId'
> & { readonly kind: 'invitation' | 'membership'; readonly identifierId: Long };

/**
 * Makes a new invitation to the identifier that was invited last, else to the first one that is no ExternalId. An
 * administrator sends it: in the name of the service, if no invitation stands.
 */
export async function invitationAnew(tx: EntityManager, accountId: Long): Promise<LinkRequest | null> {
  const identifiers = await identifiersOf(tx, accountId);
  const last = await findLast(tx, accountId);
  const [first] = INVITABLE.flatMap((type) => identifiers.filter((each) => each.type === type));
  const identifierId = last?.identifierId ?? first?.id;
  return identifierId === undefined ? null : { ...(last ? likeOf(last) : LONE), accountId, identifierId };
}

/**
 * The sender and family of the last invitation of an account, which a new one repeats. null: only members invited it,
 * and none of their invitations stands (D310).
 */
export async function lastInvitationOf(tx: EntityManager, accountId: Long): Promise<Like | null> {
  const last = await findLast(tx, accountId);
  if (last) return likeOf(last);
  return (await tx.query<unknown[]>(IS_INVITED, [accountId])).length > 0 ? null : LONE;
}

/** Returns the client by whose invitation the account was completed; null: by nobody's, or no client's. */
export async function inviterOf(tx: EntityManager, accountId: Long): Promise<Long | null> {
  const [accepted] = await tx.query<Pick<MailedLink, 'clientId'>[]>(ACCEPTED, [accountId]);
  return accepted?.clientId ?? null;
}

async function findLast(tx: EntityManager, accountId: Long): Promise<LastInvitation | undefined> {
  const [last] = await tx.query<LastInvitation[]>(LAST, [accountId]);
  return last;
}

function likeOf({ kind, familyId, clientId, ...last }: LastInvitation): Like {
  const { invitedBy, invitedAs, sentId } = last;
  const by = invitedBy !== null && invitedAs !== null ? { invitedBy, invitedAs, sentId } : undefined;
  return { kind, familyId, clientId, memberType: last.memberType ?? undefined, by };
}
