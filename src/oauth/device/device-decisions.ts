import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { keptMethods } from '../../identity/sessions/kept-methods.js';
import type { SignedIn } from '../../identity/sessions/sign-in.js';
import { Database, type Statement } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { digestOf } from '../../platform/security/secrets.js';
import { countsOf, type CountRow } from '../../platform/throttle/attempt-statements.js';
import { AttemptThrottle } from '../../platform/throttle/attempt-throttle.js';
import { ClientDirectory, type KnownClient } from '../clients/client-directory.js';
import { askedScopesOf, consentNames, recordedScopes, type AskedScopes } from '../consent/asked-scopes.js';
import { Consents } from '../consent/consents.js';
import { Targets } from '../tokens/targets.js';
import { plainUserCode, shownUserCode } from './user-code.js';

const IS_OPEN = 'account_id IS NULL AND denied_at IS NULL AND expires_at > $2';
const FIND: Statement = {
  name: 'device-by-user-code',
  text: `SELECT d.client_id, d.scope, d.resources, ${countsOf(`'device code ' || $3::text`, '$4::text')} AS counts
           FROM (SELECT) AS anybody LEFT JOIN device_authorization d ON d.user_code_digest = $1 AND ${IS_OPEN}`,
};
const ALLOW = `UPDATE device_authorization SET account_id = $3, auth_time = $4, methods = $5, sign_in_id = $6
  WHERE user_code_digest = $1 AND ${IS_OPEN} RETURNING 1 AS decided`;
const DENY = `UPDATE device_authorization SET denied_at = $2 WHERE user_code_digest = $1 AND ${IS_OPEN} RETURNING 1 AS decided`;

interface Row extends Record<string, unknown> {
  client_id: Long | null;
  scope: string | null;
  resources: string | null;
  counts: CountRow[];
}

/** The request of the device whose code was typed. */
export interface AskingDevice extends AskedScopes {
  /** As people read it. */
  readonly code: string;
  readonly client: KnownClient;
}

/** The user who decides, with the address for the audit trail. */
interface Deciding extends SignedIn {
  readonly address: string;
}

/** No device waits for this code: it is wrong, expired, decided, or of a client that may not use devices. The page never says which. */
export class NoSuchCode extends Error {}

/** What people decide on devices (RFC 8628 §3.3), each in the audit, with the consent that /authorize would keep too; guessing codes is slowed down (D271). */
@Injectable()
export class DeviceDecisions {
  constructor(
    private readonly database: Database,
    private readonly throttle: AttemptThrottle,
    private readonly clients: ClientDirectory,
    private readonly consents: Consents,
    private readonly targets: Targets,
    private readonly audit: AuditLog,
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
      check: async ({ client_id: clientId, scope = null, resources = null }) => {
        const client = clientId === null ? null : await this.clients.findById(clientId);
        if (!client?.allowsDeviceAuthorization) throw new NoSuchCode();
        const asked = await askedScopesOf(this.targets, client, { scope, claims: null, resources });
        return { code: shownUserCode(code), client, ...asked };
      },
      isWrong: (cause) => cause instanceof NoSuchCode,
    });
  }

  /** The device gets its tokens at its next poll. @throws NoSuchCode when it was decided meanwhile; SignInRequired */
  async allow({ code, client, ...asked }: AskingDevice, who: Deciding): Promise<void> {
    const { accountId, address, at, methods } = who;
    const { id, clientId } = client;
    await this.database.transaction(async (tx) => {
      const { signInId } = await holdSignIn(tx, who, 'SHARE');
      const values = [digestOfShown(code), this.clock.now(), accountId, at, keptMethods(methods), signInId];
      const [[decided]] = await tx.query<[unknown[], number]>(ALLOW, values);
      if (!decided) throw new NoSuchCode();
      await this.consents.add(tx, { accountId, clientId: id, scopes: consentNames(asked), signInId });
      const event = { action: 'device.authorized', outcome: 'ok', ...recordedScopes(asked) } as const;
      await this.audit.record({ ...event, accountId, clientId, address }, tx);
    });
  }

  /** The device is told at its next poll. @throws NoSuchCode when it was decided meanwhile */
  async deny({ code, client: { clientId } }: AskingDevice, who: Deciding): Promise<void> {
    const { accountId, address } = who;
    await this.database.transaction(async (tx) => {
      const [[decided]] = await tx.query<[unknown[], number]>(DENY, [digestOfShown(code), this.clock.now()]);
      if (!decided) throw new NoSuchCode();
      const event = { action: 'device.denied', outcome: 'refused' } as const;
      await this.audit.record({ ...event, accountId, clientId, address }, tx);
    });
  }
}

function digestOfShown(code: string): Buffer {
  return digestOf(code.replace('-', ''));
}
