import type { EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import type { LinkRequest } from './link-shapes.js';
import { MailedLink } from './mailed-link.entity.js';

interface InvitationRow {
  identifier_id: Long;
  family_id: Long | null;
  client_id: Long | null;
}

/** An invitation to the identifier that was invited last, else to the first one that is no ExternalId. */
export async function invitationAnew(tx: EntityManager, accountId: Long): Promise<LinkRequest | null> {
  const [last] = await tx.query<InvitationRow[]>(
    `SELECT n.id AS identifier_id, i.family_id, i.client_id FROM account_identifier n
       LEFT JOIN invitation i ON i.identifier_id = n.id AND i.kind = 'invitation'
      WHERE n.account_id = $1 AND n.type IN ('Email', 'Msisdn', 'Login')
      ORDER BY i.created_at DESC NULLS LAST, array_position(ARRAY['Email', 'Msisdn', 'Login'], n.type), n.id LIMIT 1`,
    [accountId],
  );
  if (!last) return null;
  const { identifier_id: identifierId, family_id: familyId, client_id: clientId } = last;
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
