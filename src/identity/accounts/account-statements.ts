import { IsNull, Not, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { isNoPassword } from '../../platform/security/password-hasher.js';
import { digestOf } from '../../platform/security/secrets.js';
import { Account } from './account.entity.js';
import { stillBy, valueOfMark } from './account-sql.js';
import type { OwnProfile } from './profile-rules.js';

export function findAccount(tx: EntityManager, accountId: Long): Promise<Account | null> {
  return tx.findOneBy(Account, { id: accountId });
}

const LOCK_MODES = {
  UPDATE: 'pessimistic_write',
  'NO KEY UPDATE': 'for_no_key_update',
  SHARE: 'pessimistic_read',
} as const;

/** Locks the account's row, so that a concurrent change waits and then sees this one; null when there is none. */
export function lockAccount(
  tx: EntityManager,
  accountId: Long,
  strength: keyof typeof LOCK_MODES = 'UPDATE',
): Promise<Account | null> {
  return tx.findOne(Account, { where: { id: accountId }, lock: { mode: LOCK_MODES[strength] } });
}

/** The columns that say whether an account is on hold. */
export type Closing = Pick<Account, 'status' | 'heldUntil' | 'securedAt'>;

/** Whether an account is on hold (D328, D346). One that an administrator disabled is not. */
export function isHeld({ status, heldUntil, securedAt }: Closing): boolean {
  return status === 'disabled' && (heldUntil !== null || securedAt !== null);
}

/** Whether only a link that is sent to the chosen address opens it (D346). */
export function isSecured({ status, securedAt }: Omit<Closing, 'heldUntil'>): boolean {
  return status === 'disabled' && securedAt !== null;
}

/** Whether its user asked to delete it, and may still keep it (D237). */
export function isLeaving({ status, deletesAt }: Pick<Account, 'status' | 'deletesAt'>): boolean {
  return status === 'disabled' && deletesAt !== null;
}

/** A condition on accounts whose users asked to delete them, and may still keep them (D237). */
const LEAVING = { status: 'disabled' as const, deletesAt: Not(IsNull()) };

/** A change that ends a hold. */
export const NOT_HELD = { heldUntil: null, securedAt: null, securedFor: null } as const;

/** The facts that decide about a change by a client. */
type ChangeableAccount = Pick<Account, 'id' | 'countryCode' | 'role'> & {
  readonly hasPassword: boolean;
};

/**
 * Locks the account for a change by a client.
 * @param createdBy the client that must have provisioned it; null: any
 */
export async function lockForClient(
  tx: EntityManager,
  accountId: Long,
  createdBy: Long | null,
): Promise<ChangeableAccount | null> {
  const [found] = await tx.query<ChangeableAccount[]>(
    `SELECT id, country_code AS "countryCode", role, password_hash IS NOT NULL AS "hasPassword" FROM account
      WHERE id = $1 AND ($2::bigint IS NULL OR created_by = $2) FOR NO KEY UPDATE`,
    [accountId, createdBy],
  );
  return found ?? null;
}

/**
 * Sets the password of an account that is active, or is kept by it (D378), and forgets the networks where the old one
 * was entered correctly (D165).
 * @param by.signedInAt when the new password also signs the user in; left out: it does not
 * @param by.network what recognizes the network where it was chosen by a mailed link; left out: none is known by it
 * @returns false when the account may not sign in; nothing was changed
 */
export async function replacePassword(
  tx: EntityManager,
  accountId: Long,
  passwordHash: string,
  { signedInAt, network }: { readonly signedInAt?: Date; readonly network?: Buffer } = {},
): Promise<boolean> {
  const knownNetworks = network === undefined ? [] : [network];
  const change = { passwordHash, knownNetworks, ...(signedInAt && { lastLoginAt: signedInAt }) };
  const which = [
    { id: accountId, status: 'active' as const },
    { id: accountId, ...LEAVING },
  ];
  const { affected } = await tx.update(Account, which, change);
  return affected === 1;
}

/** Makes a pending account active (D24). @returns false when it was not pending; nothing was changed */
export async function completeAccount(
  tx: EntityManager,
  accountId: Long,
  { at, ...given }: Pick<OwnProfile, 'name' | 'locale' | 'timeZone'> & { passwordHash: string; at: Date },
): Promise<boolean> {
  const change = { ...given, status: 'active', lastLoginAt: at, profileChangedAt: at } as const;
  const { affected } = await tx.update(Account, { id: accountId, status: 'pending' }, change);
  return affected === 1;
}

/**
 * Keeps an account from being disabled, and its password, until the transaction ends.
 * @param mark what recognizes the password that was given
 * @returns false when it may not sign in, or has another password by now
 */
export async function holdActive(
  tx: EntityManager,
  accountId: Long,
  mark: string | null = null,
): Promise<boolean> {
  const hold = `SELECT id FROM account WHERE id = $1 AND status = 'active' AND ${stillBy('$2')} FOR SHARE`;
  return (await tx.query<unknown[]>(hold, [accountId, valueOfMark(mark)])).length > 0;
}

/** Notes a sign-in. @returns false when the account may not sign in; nothing was changed */
export async function noteSignIn(tx: EntityManager, accountId: Long, at: Date): Promise<boolean> {
  const { affected } = await tx.update(Account, { id: accountId, status: 'active' }, { lastLoginAt: at });
  return affected === 1;
}

/** Recognizes the password that an active account has now, '' if it has none; null: it may not sign in. Opens nothing. */
export async function passwordMarkOf(tx: EntityManager, accountId: Long): Promise<string | null> {
  const where = { id: accountId, status: 'active' } as const;
  const account = await tx.findOne(Account, { where, select: { id: true, passwordHash: true } });
  if (!account) return null;
  return account.passwordHash === null ? '' : markOf(account.passwordHash);
}

/** Recognizes the password of an account that is about to be deleted; null: it is not. */
export async function leavingMarkOf(tx: EntityManager, accountId: Long): Promise<string | null> {
  const where = { id: accountId, ...LEAVING };
  const account = await tx.findOne(Account, { where, select: { id: true, passwordHash: true } });
  return account?.passwordHash ? markOf(account.passwordHash) : null;
}

/** The accounts with a role that may sign in, or were invited, the oldest first. */
export function administratorsIn(tx: EntityManager): Promise<Pick<Account, 'id' | 'name'>[]> {
  const where = { role: Not(IsNull()), status: Not('disabled' as const) };
  return tx.find(Account, { where, order: { id: 'ASC' }, select: { id: true, name: true } });
}

/** Returns what recognizes a password, computed from its stored hash. */
export function markOf(passwordHash: string): string {
  return digestOf(passwordHash).toString('base64url');
}

/** Whether the account has a password that its owner can know. */
export async function hasOwnPassword(tx: EntityManager, accountId: Long): Promise<boolean> {
  return (await ownMeansOf(tx, accountId)).hasPassword;
}

/** Whether the account has a password that its owner can know, and whether it has a role in the administration. */
export async function ownMeansOf(
  tx: EntityManager,
  accountId: Long,
): Promise<{ readonly hasPassword: boolean; readonly hasRole: boolean }> {
  const account = await tx.findOne(Account, {
    where: { id: accountId },
    select: { id: true, passwordHash: true, role: true },
  });
  const hash = account?.passwordHash ?? null;
  return {
    hasPassword: hash !== null && !isNoPassword(hash),
    hasRole: (account?.role ?? null) !== null,
  };
}
