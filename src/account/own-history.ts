import { Injectable } from '@nestjs/common';
import { namesByClientId } from '../oauth/clients/client-names.js';
import type { AuditAction } from '../platform/audit/catalogue.js';
import { KeptEvents } from '../platform/audit/kept-events.js';
import { Database } from '../platform/database/database.js';
import { isLong, type Long } from '../platform/operations/long.js';

/** What the history tells, by the key of its text; of a refused one that of `REFUSED`, else `refused`. */
const TOLD = {
  signin: 'password',
  'passkey.used': 'passkey',
  'websession.opened': 'signedIn',
  'validation-token.exchanged': 'signedIn',
  'assertion.exchanged': 'signedIn',
  signout: 'signedOut',
  'session.ended': 'browsersEnded',
  'device.ended': 'devicesEnded',
  'password.changed': 'passwordChanged',
  'password.reset': 'passwordReset',
  'signin.second-factor': 'secondFactor',
  'second-factor.added': 'factorAdded',
  'second-factor.removed': 'factorRemoved',
  'recovery-codes.made': 'recoveryCodesMade',
  'browser.trusted': 'browserTrusted',
  'signin.disowned': 'signInDisowned',
  'way-in.restored': 'wayRestored',
  'passkey.added': 'passkeyAdded',
  'passkey.removed': 'passkeyRemoved',
  'passkey.refused': 'passkeyRefused',
  'passkey.cloned': 'passkeyRefused',
  'addition.stopped': 'additionStopped',
} as const satisfies Partial<Record<AuditAction, string>>;
type ToldAction = keyof typeof TOLD;

const REFUSED: Partial<Record<ToldAction, Refused>> = {
  'signin.second-factor': 'codeRefused',
  'passkey.refused': 'passkeyRefused',
  'passkey.cloned': 'passkeyRefused',
};
type Refused = 'refused' | 'codeRefused' | 'passkeyRefused';

const PAGE = 25;
const ORDER = `ORDER BY at DESC, id DESC LIMIT ${PAGE + 1}`;
/** Microseconds since the epoch, and the id; no more digits than the database has years for. */
const CURSOR = /^(\d{1,16})\.(\d{1,19})$/;
const MICROSECONDS = `(extract(epoch FROM at) * 1000000)::bigint`;

interface HistoryEvent {
  readonly what: (typeof TOLD)[ToldAction] | Refused;
  readonly isRefused: boolean;
  readonly at: Date;
  /** The application that asked; null: Hearth's own pages. */
  readonly application: string | null;
  /** Where it came from, a refused attempt too: its owner should know who tries (D235). */
  readonly address: string | null;
}

export interface HistoryPage {
  readonly events: readonly HistoryEvent[];
  /** Names the events that are older; null: there are none. */
  readonly next: string | null;
}

interface Row {
  id: Long;
  at: Date;
  key: string;
  action: ToldAction;
  outcome: 'ok' | 'refused';
  client_id: string | null;
  address: string | null;
}

/** A person's own history of sign-ins, from the audit: what the account itself did, the newest first. */
@Injectable()
export class OwnHistory {
  constructor(
    private readonly events: KeptEvents,
    private readonly database: Database,
  ) {}

  /** @param after `next` of the page before; anything else shows the first */
  async of(accountId: Long, after: unknown): Promise<HistoryPage> {
    const [, at = null, id = null] = CURSOR.exec(typeof after === 'string' ? after : '') ?? [];
    const from = at !== null && id !== null && isLong(at) && isLong(id) ? { at, id } : null;
    const rows = await this.events.read<Row>(
      {
        each: (kept) =>
          `SELECT id, at, ${MICROSECONDS} AS key, action, outcome, client_id, address FROM ${kept}
              AND account_id = $1 AND action = ANY($2)
              ${from === null ? '' : `AND (at, id) < (to_timestamp(0) + $3::bigint * interval '1 microsecond', $4::bigint)`} ${ORDER}`,
        all: (events) => `SELECT * FROM ${events} ${ORDER}`,
      },
      [accountId, Object.keys(TOLD), ...(from === null ? [] : [from.at, from.id])],
    );
    const shown = rows.slice(0, PAGE);
    const { manager } = this.database.dataSource;
    const names = await namesByClientId(
      manager,
      shown.map(({ client_id: clientId }) => clientId),
    );
    const events = shown.map(({ at, action, outcome, client_id: clientId, address }) => ({
      what: outcome === 'ok' ? TOLD[action] : (REFUSED[action] ?? 'refused'),
      isRefused: outcome === 'refused',
      at,
      application: clientId === null ? null : (names.get(clientId) ?? null),
      address,
    }));
    const last = shown.at(-1);
    return { events, next: rows.length > PAGE && last ? `${last.key}.${last.id}` : null };
  }
}
