import { Injectable } from '@nestjs/common';
import type { ByUser } from '../../identity/sessions/hold-sign-in.js';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import { ALL } from '../../identity/ways-in/youth.js';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { AuditEntry } from '../../platform/audit/audit-entry.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { FoundWay } from '../../identity/accounts/ways-list.js';
import { idOfClient, shownClientsOf } from '../clients/client-names.js';
import { endOpenCodes } from '../tokens/authorization-codes.js';
import { BackchannelLogout } from '../oidc/backchannel-logout.js';
import { lastTokenUses } from '../tokens/last-token-uses.js';
import { Targets } from '../tokens/targets.js';
import { TokenRevoker } from '../tokens/token-revoker.js';
import { allowedIn, allowedInWords, type AllowedScopes } from './allowed-scopes.js';
import { Consent } from './consent.entity.js';

/** Shown at most. */
const MOST = 100;

/** Ends what else a client was given by an account, beside codes and grants, in the transaction that disconnects it. */
type Ending = (tx: Transaction, accountId: Long, clientId: Long) => Promise<unknown>;

/** An application that the account allowed to use it (D61). */
export interface ConnectedApp extends AllowedScopes {
  readonly clientId: string;
  readonly name: string;
  readonly homepageUrl: string | null;
  readonly since: Date;
  /** When it last got tokens; null: it has none now. */
  readonly lastUsed: Date | null;
}

/** Lists and disconnects the "connected apps" of an account (D61). */
@Injectable()
export class ConnectedApps {
  private readonly endings: Ending[] = [];

  constructor(
    private readonly database: Database,
    private readonly revoker: TokenRevoker,
    private readonly backchannel: BackchannelLogout,
    private readonly targets: Targets,
    private readonly audit: AuditLog,
  ) {}

  /** Registers what else of a client ends with its consent. */
  alsoEnd(ending: Ending): void {
    this.endings.push(ending);
  }

  /** The newest first. */
  async of(accountId: Long): Promise<ConnectedApp[]> {
    const [found, lastOf, known] = await Promise.all([
      this.find(accountId),
      lastTokenUses(this.database, accountId),
      this.targets.resources(),
    ]);
    return found.map(
      ({ client: { clientId, name, homepageUrl }, consent: { scopes, createdAt: since, clientId: id } }) => {
        const allowed = allowedIn(scopes, clientId, known);
        return { clientId, name, homepageUrl, ...allowed, since, lastUsed: lastOf.get(id) ?? null };
      },
    );
  }

  /** The user disconnects the client: its consent, open codes and all its tokens for this account end at once. */
  async disconnect({ accountId, address }: ByUser, clientId: string): Promise<void> {
    await this.end(accountId, clientId, {
      action: 'consent.ended',
      outcome: 'ok',
      accountId,
      clientId,
      address,
    });
  }

  /** An administrator disconnects it. @returns false: the account allowed the client nothing */
  endFor(accountId: Long, clientId: string, actor: AuditActor): Promise<boolean> {
    const event = { action: 'account.consent_ended', outcome: 'ok', target: `account:${accountId}` } as const;
    return this.end(accountId, clientId, { ...event, ...actor, details: { client: clientId } });
  }

  /** Ends all consents with their tokens, in the caller's transaction, which has locked the account: applications ask again. */
  async endAll(tx: Transaction, accountId: Long): Promise<void> {
    await this.revoker.endAllowedGrants(tx, accountId, ALL);
    await tx.delete(Consent, { accountId });
  }

  /** Disconnects the client in a transaction that has locked the account; the caller records the event. */
  async endIn(tx: Transaction, accountId: Long, clientId: string): Promise<boolean> {
    const id = await idOfClient(tx, clientId);
    if (id === null || (await tx.delete(Consent, { accountId, clientId: id })).affected === 0) return false;
    await this.backchannel.tellClient(tx, accountId, id); // grants before codes, as everywhere
    await endOpenCodes(tx, accountId, { clientId: id });
    for (const end of this.endings) await end(tx, accountId, id);
    await this.revoker.endGrants(tx, accountId, id);
    return true;
  }

  /** As its owner and administrators see them among the ways in; the id is the public one of the client. */
  async waysOf(accountId: Long): Promise<FoundWay[]> {
    const [found, known] = await Promise.all([this.find(accountId, MOST), this.targets.resources()]);
    return found.map(({ client, consent: { scopes, createdAt: since, given } }) => {
      const last = Object.values(given ?? {}).sort((a, b) => b.at.localeCompare(a.at))[0];
      const way = { id: client.clientId, type: 'consent', name: client.name, since } as const;
      const detail = allowedInWords(allowedIn(scopes, client.clientId, known));
      return { ...way, detail, signInId: last?.by ?? null };
    });
  }

  private async find(accountId: Long, take?: number) {
    const { manager } = this.database.dataSource;
    const consents = await manager.find(Consent, {
      where: { accountId },
      order: { createdAt: 'DESC' },
      take,
    });
    const clients = await shownClientsOf(manager, consents);
    return consents.flatMap((consent) => {
      const client = clients.get(consent.clientId);
      return client ? [{ client, consent }] : []; // deleted just now, and its consents with it
    });
  }

  private async end(accountId: Long, clientId: string, event: AuditEntry): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await lockAccount(tx, accountId, 'NO KEY UPDATE'); // first, as wherever something of an account ends
      const isEnded = await this.endIn(tx, accountId, clientId);
      if (isEnded) await this.audit.record(event, tx);
      return isEnded;
    });
  }
}
