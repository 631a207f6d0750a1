import type { EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import type { LinkRequest } from './link-shapes.js';

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
  const [last] = await tx.query<{ family_id: Long | null; client_id: Long | null }[]>(
    `SELECT family_id, client_id FROM invitation WHERE account_id = $1 AND kind = 'invitation' ORDER BY created_at DESC LIMIT 1`,
    [accountId],
  );
  return { familyId: last?.family_id ?? null, clientId: last?.client_id ?? null };
}
