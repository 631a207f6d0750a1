import { In, type EntityManager } from 'typeorm';
import { identifiersOf } from '../accounts/account-identifiers.js';
import type { IdentifierType } from '../accounts/identifier.js';
import type { Long } from '../../platform/operations/long.js';
import type { LinkRequest } from './link-shapes.js';
import { MailedLink } from './mailed-link.entity.js';

/** Types of identifiers that a person is invited by, the preferred one first. */
const INVITABLE: readonly IdentifierType[] = ['Email', 'Msisdn', 'Login'];

/** A new invitation to the identifier that was invited last, else to the first one that is no ExternalId. */
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

/** The family and client of the last invitation. */
export async function lastInvitationOf(
  tx: EntityManager,
  accountId: Long,
): Promise<Pick<LinkRequest, 'familyId' | 'clientId'>> {
  const last = await tx.findOne(MailedLink, {
    where: { accountId, kind: 'invitation' },
    order: { createdAt: 'DESC' },
  });
  return { familyId: last?.familyId ?? null, clientId: last?.clientId ?? null };
}
