import { Injectable } from '@nestjs/common';
import { inviterOf } from '../../identity/mailed-links/past-invitations.js';
import { Passkeys } from '../../identity/passkeys/passkeys.js';
import { RelyingParty } from '../../identity/passkeys/relying-party.js';
import { ClientDirectory, type KnownClient } from '../../oauth/clients/client-directory.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';

/** What a person who completed an account may go on to. */
interface Onward {
  /** The client that invited; null: a member or an administrator did, or the client is disabled. */
  readonly client: KnownClient | null;
  /** Whether this server supports passkeys and the account has none. */
  readonly lacksPasskey: boolean;
}

/** Finds what is next for people who accepted an invitation (D382). */
@Injectable()
export class Welcomes {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientDirectory,
    private readonly passkeys: Passkeys,
    private readonly party: RelyingParty,
  ) {}

  async of(accountId: Long): Promise<Onward> {
    const inviter = await inviterOf(this.database.dataSource.manager, accountId);
    return {
      client: inviter === null ? null : await this.clients.findById(inviter),
      lacksPasskey: this.party.id !== null && !(await this.passkeys.hasAny(accountId)),
    };
  }
}
