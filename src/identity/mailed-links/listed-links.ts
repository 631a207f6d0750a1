import { In, IsNull, MoreThan } from 'typeorm';
import { nameOf } from '../accounts/account-sql.js';
import { identifiersOf } from '../accounts/account-identifiers.js';
import { readableEmail } from '../accounts/email-address.js';
import type { LinkKind } from '../notifications/outbox-message.entity.js';
import type { ShownKind } from '../ways-in/shown-ways.js';
import { endedOf, type FoundWay, type WaysList, type WayType } from '../accounts/ways-list.js';
import type { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import type { Clock } from '../../platform/security/clock.js';
import type { LinkEnd } from './link-ends.js';
import { STANDS } from './link-sql.js';
import { MailedLink } from './mailed-link.entity.js';
import type { SentInvitations } from './sent-invitations.js';

const OPEN = {
  name: 'mailed-links-open',
  text: `SELECT encode(i.digest, 'hex') AS id, i.kind, i.identifier_id AS "identifierId", i.new_value AS "newValue", f.name AS family,
                coalesce(c.name, ${nameOf('i.invited_by')}) AS sender, i.created_at AS since, i.sign_in_id AS "signInId"
           FROM invitation i LEFT JOIN family f ON f.id = i.family_id LEFT JOIN client c ON c.id = i.client_id
          WHERE i.account_id = $1 AND i.kind = ANY($2) AND i.used_at IS NULL AND i.expires_at > $3 AND ${STANDS}
          ORDER BY i.created_at DESC, i.digest LIMIT 100`,
};
const DIGEST = /^[\da-f]{64}$/;

interface Row {
  id: string;
  kind: (typeof LINKS)[keyof typeof LINKS]['kinds'][number];
  identifierId: Long | null;
  newValue: string | null;
  family: string | null;
  sender: string | null;
  since: Date;
  signInId: Long | null;
}

/** The kinds of links behind each kind of way in, and how a link ends that an administrator takes back. */
const LINKS = {
  resetLinks: { kinds: ['reset'], end: 'withdrawn' },
  additionLinks: { kinds: ['addition'], end: 'withdrawn' },
  proposals: { kinds: ['confirmation', 'membership', 'invitation'], end: 'declined' },
} as const satisfies Partial<Record<ShownKind, { kinds: readonly (LinkKind & WayType)[]; end: LinkEnd }>>;

/** Lists pending links to an account, and invitations that it sent, among its ways in. */
export function listLinks(ways: WaysList, sent: SentInvitations, database: Database, clock: Clock): void {
  for (const kind of ['resetLinks', 'additionLinks', 'proposals'] as const)
    ways.register(kind, {
      of: (accountId) => openLinks(database, accountId, LINKS[kind].kinds, clock.now()),
      end: async (tx, accountId, id) => endedOf(await endLink(tx, accountId, id, LINKS[kind], clock.now())),
    });
  ways.register('sentInvitations', {
    of: async (accountId) =>
      (await sent.sentBy(accountId)).map(({ invitedAs, familyName, createdAt, ...rest }) => {
        return { ...rest, type: 'sentInvitation', name: invitedAs, detail: familyName, since: createdAt };
      }),
    end: async (tx, accountId, id) =>
      isLong(id) && (await sent.endSent(tx, accountId, id)) ? 'ended' : 'gone',
  });
}

async function openLinks(
  database: Database,
  accountId: Long,
  kinds: readonly LinkKind[],
  now: Date,
): Promise<FoundWay[]> {
  const [rows, identifiers] = await Promise.all([
    database.query<Row & Record<string, unknown>>(OPEN, [accountId, kinds, now]),
    identifiersOf(database.dataSource.manager, accountId),
  ]);
  return rows.map(({ id, kind, identifierId, newValue, family, sender, since, signInId }) => {
    const address =
      identifiers.find((own) => own.id === identifierId)?.value ?? (newValue && readableEmail(newValue));
    const isToFamily = kind === 'membership' || (kind === 'invitation' && family !== null);
    return { id, type: kind, name: isToFamily ? family : address, detail: sender, since, signInId };
  });
}

async function endLink(
  tx: Transaction,
  accountId: Long,
  id: string,
  { kinds, end: endedBy }: (typeof LINKS)[keyof typeof LINKS],
  endedAt: Date,
): Promise<number> {
  if (!DIGEST.test(id)) return 0;
  const open = { kind: In([...kinds]), endedAt: IsNull(), expiresAt: MoreThan(endedAt) };
  const which = { digest: Buffer.from(id, 'hex'), accountId, ...open };
  return (await tx.update(MailedLink, which, { endedAt, endedBy })).affected ?? 0;
}
