import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockForClient } from '../identity/accounts/account-statements.js';
import type { Account } from '../identity/accounts/account.entity.js';
import { AccountService } from '../identity/accounts/account.service.js';
import type { IdentifierType } from '../identity/accounts/identifier.js';
import type { AuditAction } from '../platform/audit/audit-actions.js';
import type { AuditEntry } from '../platform/audit/audit-entry.js';
import type { CallerClient, Requester } from '../platform/operations/caller.js';
import type { Long } from '../platform/operations/long.js';
import { CallError } from '../platform/errors/call-error.js';
import { Errors } from '../platform/errors/catalogue.js';
import type { Family } from '../identity/families/family.entity.js';
import { FamilyService } from '../identity/families/family.service.js';

/** The calls are for the client itself, and a request that is repeated is answered as the first one. */
export const OF_A_CLIENT = { account: 'refused', idempotency: 'answered alike' } as const;

declare const reached: unique symbol;

/** An account that the calling client may change, locked until the transaction ends. Only `ProvisioningReach` returns one. */
export interface ReachedAccount {
  readonly [reached]: 'account';
  readonly id: Long;
  readonly countryCode: string | null;
  /** Whether the user is asked before anything is added (D156, D157). */
  readonly hasPassword: boolean;
}

/** A family that the calling client may read and change. Only `ProvisioningReach` returns one. */
export interface ReachedFamily {
  readonly [reached]: 'family';
  readonly id: Long;
}

/**
 * Finds what a client may provision: the only source of accounts and families for these calls. A client that provisions its
 * own finds no others (D158), and no client changes an account with a role (D156).
 */
@Injectable()
export class ProvisioningReach {
  constructor(
    private readonly accounts: AccountService,
    private readonly families: FamilyService,
  ) {}

  /** Returns the accounts with one of these normalized identifiers: all of them, where no type is given. */
  find(forms: readonly string[], type: IdentifierType | undefined, requester: Requester): Promise<Long[]> {
    const { issuer } = clientOf(requester);
    return this.accounts.allByIdentifier(forms, { issuer, createdBy: ownerOf(requester), type });
  }

  /** The accounts with the lowest numbers above one. */
  accountsAfter(after: Long, most: number, requester: Requester): Promise<Pick<Account, 'id' | 'name'>[]> {
    return this.accounts.listAfter(after, most, ownerOf(requester));
  }

  /** The families with the lowest numbers above one. */
  familiesAfter(
    tx: EntityManager,
    after: Long,
    most: number,
    requester: Requester,
  ): Promise<Pick<Family, 'id' | 'name' | 'premiumType'>[]> {
    return this.families.listAfter(tx, after, most, ownerOf(requester));
  }

  /**
   * Locks the account for a change. A concurrent grant of a role waits for it, or this waits for the grant.
   * @throws CallError accountDoesNotExist; callNotAllowed for one with a role
   */
  async account(tx: EntityManager, accountId: Long, requester: Requester): Promise<ReachedAccount> {
    const account = await lockForClient(tx, accountId, ownerOf(requester));
    if (!account) throw new CallError(Errors.accountDoesNotExist, { accountId });
    const { id, countryCode, role, hasPassword } = account;
    if (role !== null) throw roleRefused(id);
    return { id, countryCode, hasPassword } as ReachedAccount;
  }

  /** @throws CallError familyIdDoesNotExist */
  async family(tx: EntityManager, familyId: Long, requester: Requester): Promise<ReachedFamily> {
    if (!(await this.families.exists(tx, familyId, ownerOf(requester))))
      throw new CallError(Errors.familyIdDoesNotExist, { familyId });
    return { id: familyId } as ReachedFamily;
  }

  /** Returns the families of an account that the client may provision. */
  async familiesOf(tx: EntityManager, accountId: Long, requester: Requester): Promise<ReachedFamily[]> {
    const ids = await this.families.familiesOf(tx, accountId, ownerOf(requester));
    return ids.map((id) => ({ id }) as ReachedFamily);
  }

  /**
   * Checks that the client may read the account.
   * @returns the ids of the families that the client may see; null: all
   * @throws CallError accountDoesNotExist
   */
  async reading(tx: EntityManager, accountId: Long, requester: Requester): Promise<ReadonlySet<Long> | null> {
    const createdBy = ownerOf(requester);
    if (createdBy === null) return null;
    const isOwn = await this.accounts.exists(tx, accountId, createdBy);
    if (!isOwn) throw new CallError(Errors.accountDoesNotExist, { accountId });
    return new Set(await this.families.familiesOf(tx, accountId, createdBy));
  }
}

/** Returns the client; the guards admit no request without one. @throws CallError clientRequired */
export function clientOf({ client }: Requester): CallerClient {
  if (!client) throw new CallError(Errors.clientRequired);
  return client;
}

/** The event of what a client did, for the audit. */
export function eventBy(
  { client, accountId, address }: Requester,
  action: AuditAction,
  target?: string,
  details?: object,
): AuditEntry {
  return { action, outcome: 'ok', clientId: client?.clientId, accountId, address, target, details };
}

/** Returns the client that must have provisioned the account or family; null: any. */
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
