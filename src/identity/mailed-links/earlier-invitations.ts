import { In } from 'typeorm';
import { identifiersOf } from '../accounts/account-identifiers.js';
import { hasStatus } from '../accounts/account-sql.js';
import { lockAccount } from '../accounts/account-statements.js';
import { MemberType } from '../families/family-member.entity.js';
import { roleIn } from '../families/family-members.js';
import { isIn } from '../families/family-sql.js';
import { takeOutInvited } from '../families/family-statements.js';
import type { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { InvitedAccount } from './invited-account.entity.js';
import { MailedLink } from './mailed-link.entity.js';
import { SentInvitation } from './sent-invitation.entity.js';

/** Members' links as a node of 0.2 makes them: to people without an account, and to people with one. */
const OF_PENDING = `i.kind = 'invitation' AND i.invited_as IS NOT NULL AND ${hasStatus('i.account_id', `'pending'`)}`;
const OF_ACTIVE = `i.kind = 'membership' AND i.invited_as IS NOT NULL AND i.sent_id IS NULL AND i.used_at IS NULL
      AND i.invited_by IS NOT NULL AND i.family_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM invited_account v WHERE v.account_id = i.account_id)`;
const FIND = {
  name: 'earlier-invitations',
  text: `SELECT DISTINCT i.account_id AS id FROM invitation i WHERE (${OF_PENDING}) OR (${OF_ACTIVE}) LIMIT 100`,
};

const FIND_BESIDE = {
  name: 'earlier-invitations-beside',
  text: `SELECT DISTINCT i.account_id AS id FROM invitation i WHERE ${OF_PENDING} AND ${isIn('$1', 'i.family_id')}`,
};

/**
 * Converts members' invitations that nodes of 0.2 sent, before the upgrade and during it: there, a person who was
 * invited for the first time was a member before accepting, and families saw the links themselves (D311, D312).
 */
export async function adoptEarlierInvitations(database: Database): Promise<void> {
  await adoptAll(database, await database.query<{ id: Long }>(FIND, []));
}

/**
 * Converts invitations to the families of this account, at once: a person who was only invited is no member that a
 * founder would leave behind.
 */
export async function adoptInvitationsBeside(database: Database, accountId: Long): Promise<void> {
  await adoptAll(database, await database.query<{ id: Long }>(FIND_BESIDE, [accountId]));
}

/** Converts the invitations of each account in a transaction of its own: accounts are locked before families. */
async function adoptAll(database: Database, accounts: readonly { id: Long }[]): Promise<void> {
  for (const { id } of accounts) await database.transaction((tx) => adoptOf(tx, id));
}

async function adoptOf(tx: Transaction, accountId: Long): Promise<void> {
  const account = await lockAccount(tx, accountId);
  const isPending = account?.status === 'pending';
  const text = `SELECT i.digest FROM invitation i WHERE i.account_id = $1 AND ((${OF_PENDING}) OR (${OF_ACTIVE}))`;
  const found = await tx.query<{ digest: Buffer }[]>(text, [accountId]);
  const links = await tx.findBy(MailedLink, { digest: In(found.map(({ digest }) => digest)) });
  for (const link of links) await adoptLink(tx, link);
  if (!isPending || links.length === 0) return;
  await tx.upsert(InvitedAccount, { accountId }, ['accountId']);
  await takeOutInvited(tx, accountId);
}

async function adoptLink(tx: Transaction, link: MailedLink): Promise<void> {
  const { digest, accountId, familyId, invitedBy, invitedAs, createdAt, expiresAt, endedAt } = link;
  const role = familyId === null ? null : await roleIn(tx, familyId, accountId);
  const memberType = link.memberType ?? role ?? MemberType.member;
  const sent = { memberType, createdAt, expiresAt } as SentInvitation;
  if (familyId !== null && invitedBy !== null && endedAt === null) {
    const own = await identifiersOf(tx, accountId);
    const address = own.find(({ id }) => id === link.identifierId)?.normalized ?? invitedAs;
    Object.assign(sent, { familyId, invitedBy, invitedAs, address });
    await tx.insert(SentInvitation, sent);
  }
  const change = { kind: 'membership', memberType, sentId: sent.id ?? null } as const;
  await tx.update(MailedLink, { digest }, change);
}
