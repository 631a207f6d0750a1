import { Injectable } from '@nestjs/common';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { keptMethods } from '../../identity/sessions/kept-methods.js';
import { Database, type Statement } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { digestOf } from '../../platform/security/secrets.js';
import { countsOf, type CountRow } from '../../platform/throttle/attempt-statements.js';
import { AttemptThrottle } from '../../platform/throttle/attempt-throttle.js';
import { ClientDirectory, type KnownClient } from '../clients/client-directory.js';
import { scopesOf, usefulScopes, type Scope } from '../tokens/scope.js';
import { DeviceRecords, type DecidingOnDevice } from './device-records.js';
import { plainUserCode, shownUserCode } from './user-code.js';

const IS_OPEN = 'account_id IS NULL AND denied_at IS NULL AND expires_at > $2';
const FIND: Statement = {
  name: 'device-by-user-code',
  text: `SELECT d.client_id, d.scope, ${countsOf(`'device code ' || $3::text`, '$4::text')} AS counts
           FROM (SELECT) AS anybody LEFT JOIN device_authorization d ON d.user_code_digest = $1 AND ${IS_OPEN}`,
};
const ALLOW = `UPDATE device_authorization SET account_id = $3, auth_time = $4, methods = $5, sign_in_id = $6
  WHERE user_code_digest = $1 AND ${IS_OPEN} RETURNING 1 AS decided`;
const DENY = `UPDATE device_authorization SET denied_at = $2 WHERE user_code_digest = $1 AND ${IS_OPEN} RETURNING 1 AS decided`;

interface Row extends Record<string, unknown> {
  client_id: Long | null;
  scope: string | null;
  counts: CountRow[];
}

/** What a device asks for whose code was typed. */
export interface AskingDevice {
  /** As people read it. */
  readonly code: string;
  readonly client: KnownClient;
  /** What it will get: what the client's ruleset allows, narrowed to the requested scope. */
  readonly scopes: readonly Scope[];
}

/** No device waits for this code: it is wrong, expired, decided, or of a client that may not (any more). Which, nobody is told. */
export class NoSuchCode extends Error {}

/** What people decide on devices (RFC 8628 §3.3), each in the audit; guessing codes is slowed down (D271). */
@Injectable()
export class DeviceDecisions {
  constructor(
    private readonly database: Database,
    private readonly throttle: AttemptThrottle,
    private readonly clients: ClientDirectory,
    private readonly records: DeviceRecords,
    private readonly clock: Clock,
  ) {}

  /**
   * @param typed in any case, with or without the hyphen
   * @throws NoSuchCode, which counts against the account and its network; CallError tooManyAttempts
   */
  async find(typed: string, accountId: Long, address: string): Promise<AskingDevice> {
    const code = plainUserCode(typed);
    if (code === null) throw new NoSuchCode(); // says nothing about any device
    return this.throttle.attemptAtOnce({
      address,
      look: async (network) => {
        const values = [digestOf(code), this.clock.now(), accountId, network];
        const [row] = await this.database.query<Row>(FIND, values);
        return { ...row, isKnown: false };
      },
      check: async ({ client_id: clientId, scope }) => {
        const client = clientId === null ? null : await this.clients.findById(clientId);
        if (!client?.allowsDeviceAuthorization) throw new NoSuchCode();
        const scopes = scope === null ? scopesOf(client) : usefulScopes(scope, client);
        return { code: shownUserCode(code), client, scopes };
      },
      isWrong: (cause) => cause instanceof NoSuchCode,
    });
  }

  /** The device gets its tokens at its next poll. @throws NoSuchCode when it was decided meanwhile; SignInRequired */
  async allow({ code, client, scopes }: AskingDevice, who: DecidingOnDevice): Promise<void> {
    const { accountId, at, methods } = who;
    await this.database.transaction(async (tx) => {
      const { signInId } = await holdSignIn(tx, who, 'SHARE');
      const values = [digestOfShown(code), this.clock.now(), accountId, at, keptMethods(methods), signInId];
      const [[decided]] = await tx.query<[unknown[], number]>(ALLOW, values);
      if (!decided) throw new NoSuchCode();
      await this.records.allowed(tx, client, { ...who, signInId }, scopes);
    });
  }

  /** The device is told at its next poll. @throws NoSuchCode when it was decided meanwhile */
  async deny({ code, client }: AskingDevice, who: DecidingOnDevice): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [[decided]] = await tx.query<[unknown[], number]>(DENY, [digestOfShown(code), this.clock.now()]);
      if (!decided) throw new NoSuchCode();
      await this.records.denied(tx, client, who);
    });
  }
}

function digestOfShown(code: string): Buffer {
  return digestOf(code.replace('-', ''));
}
