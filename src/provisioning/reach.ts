import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { type Role, Account } from '../identity/accounts/account.entity.js';
import { AccountService } from '../identity/accounts/account.service.js';
import type { CallerClient, Requester } from '../platform/operations/caller.js';
import type { Long } from '../platform/operations/long.js';
import { CallError } from '../platform/errors/call-error.js';
import { Errors } from '../platform/errors/catalogue.js';
import { Family } from '../identity/families/family.entity.js';

/** `$2`: the client whose own it has to be; null: anybody's. */
const LOCK_ACCOUNT = `SELECT id, country_code, role, password_hash IS NOT NULL AS has_password FROM account
  WHERE id = $1 AND ($2::bigint IS NULL OR created_by = $2) FOR NO KEY UPDATE`;
const FAMILIES_OF = `SELECT f.id FROM family_member m JOIN family f ON f.id = m.family_id
  WHERE m.account_id = $1 AND ($2::bigint IS NULL OR f.created_by = $2) ORDER BY f.id`;

declare const reached: unique symbol;

/** An account that the calling client may change, locked until the transaction is over. Only `Reach` gives one out. */
export interface ReachedAccount {
  readonly [reached]: 'account';
  readonly id: Long;
  readonly countryCode: string | null;
  /** It is somebody's: what is added to it counts only once they said so (D156, D157). */
  readonly hasPassword: boolean;
}

/** A family that the calling client may read and change. Only `Reach` gives one out. */
export interface ReachedFamily {
  readonly [reached]: 'family';
  readonly id: Long;
}

interface Row {
  id: Long;
  country_code: string | null;
  role: Role | null;
  has_password: boolean;
}

/**
 * What a client's provisioning reaches, and the one way of its calls to an account or a family: a client that is held to
 * its own finds nothing else (D158), and nobody changes an account with a role (D156).
 */
@Injectable()
export class Reach {
  constructor(
    @InjectRepository(Account) private readonly accountRows: Repository<Account>,
    private readonly accounts: AccountService,
  ) {}

  /** @param forms normalized identifiers, the likeliest first */
  find(forms: readonly string[], requester: Requester): Promise<Long | null> {
    return this.accounts.findByIdentifier(forms, clientOf(requester).issuer, ownerOf(requester));
  }

  /**
   * To be changed. A role that is given at the same moment waits, or this waits for it.
   * @throws CallError accountDoesNotExist; callNotAllowed for one with a role
   */
  async account(tx: EntityManager, accountId: Long, requester: Requester): Promise<ReachedAccount> {
    const [row] = await tx.query<Row[]>(LOCK_ACCOUNT, [accountId, ownerOf(requester)]);
    if (!row) throw new CallError(Errors.accountDoesNotExist, { accountId });
    if (row.role !== null) throw roleRefused(row.id);
    return { id: row.id, countryCode: row.country_code, hasPassword: row.has_password } as ReachedAccount;
  }

  /** @throws CallError familyIdDoesNotExist */
  async family(tx: EntityManager, familyId: Long, requester: Requester): Promise<ReachedFamily> {
    const owner = ownerOf(requester);
    const family = await tx.findOne(Family, {
      select: { id: true },
      where: { id: familyId, ...(owner !== null && { createdBy: owner }) },
    });
    if (!family) throw new CallError(Errors.familyIdDoesNotExist, { familyId });
    return { id: family.id } as ReachedFamily;
  }

  /** Of those that an account is in, the ones within reach. */
  async familiesOf(tx: EntityManager, accountId: Long, requester: Requester): Promise<ReachedFamily[]> {
    const rows = await tx.query<{ id: Long }[]>(FAMILIES_OF, [accountId, ownerOf(requester)]);
    return rows.map(({ id }) => ({ id }) as ReachedFamily);
  }

  /**
   * What may be read of an account.
   * @returns the ids of its families within reach; null: all of them
   * @throws CallError accountDoesNotExist
   */
  async reading(accountId: Long, requester: Requester): Promise<ReadonlySet<Long> | null> {
    const createdBy = ownerOf(requester);
    if (createdBy === null) return null;
    const isOwn = await this.accountRows.existsBy({ id: accountId, createdBy });
    if (!isOwn) throw new CallError(Errors.accountDoesNotExist, { accountId });
    const { manager } = this.accountRows;
    return new Set((await this.familiesOf(manager, accountId, requester)).map(({ id }) => id));
  }
}

/** @throws CallError clientRequired; the guards have seen to it */
export function clientOf({ client }: Requester): CallerClient {
  if (!client) throw new CallError(Errors.clientRequired);
  return client;
}

/** Whose families and accounts it has to be; null: anybody's. */
function ownerOf(requester: Requester): Long | null {
  const client = clientOf(requester);
  return client.provisions === 'own' ? client.id : null;
}

function roleRefused(accountId: Long): CallError {
  const message = 'An account with a role in the administration is not changed by provisioning.';
  return new CallError(
    Errors.callNotAllowed,
    { target: `account:${accountId}`, problem: 'a role' },
    { message },
  );
}
