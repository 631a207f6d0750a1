import { STATEMENT_MS } from '../waits.js';

/** Settings of PostgreSQL that hold for a session. */
type SessionSettings = Readonly<Record<string, string>>;

/**
 * Every hot statement finds by a unique key: planning it anew for each set of values costs more than it gains, and a
 * plan made while a table was nearly empty must not read it all when it has grown. Without sequential scans the costs
 * say nothing any more, so compiling by them is off too.
 */
export const PLANNING: SessionSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  jit: 'off',
};

/**
 * The rows of a node that vanished inside a transaction stay locked this long; statements of other nodes wait less than
 * their own limit. Inside a transaction, Hearth waits for nothing but the database (D226).
 */
const IDLE_IN_TRANSACTION_MS = 3000;

export const TIME_LIMITS: SessionSettings = {
  statement_timeout: String(STATEMENT_MS),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
};

/** PostgreSQL notices within 14 seconds that a node is gone: its session, and a lock that it holds, end. */
const NOTICED_PEER: SessionSettings = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '3',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '15000',
};

export const SESSION: SessionSettings = { ...PLANNING, ...TIME_LIMITS, ...NOTICED_PEER };

/** A migration of large tables takes longer than any statement of a request may, and may compute between statements. */
export const UNHURRIED: SessionSettings = {
  ...SESSION,
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '60000',
};

/** How a session gets its settings, depending on the pooler: at its start, by a first statement, or from its role (D228). */
export type SettingsBy = 'start' | 'statement' | 'role';

export function settingsOfSession(
  by: SettingsBy,
  settings: SessionSettings,
): { options?: string; firstStatement?: string } {
  const all = Object.entries(settings);
  switch (by) {
    case 'start':
      return { options: all.map(([name, value]) => `-c ${name}=${value}`).join(' ') };
    case 'statement':
      return { firstStatement: all.map(([name, value]) => `SET ${name} = '${value}'`).join('; ') };
    case 'role':
      return {};
  }
}

/** Returns the settings that calls need but that are not in force: of planning, and of time limits. */
export function notInForce(settings: SessionSettings): string[] {
  const otherwise = Object.keys(PLANNING).filter((name) => settings[name] !== PLANNING[name]);
  const tooLong = Object.keys(TIME_LIMITS).filter((name) => {
    const limit = Number(settings[name]);
    return !(limit > 0 && limit <= Number(TIME_LIMITS[name]));
  });
  return [...otherwise, ...tooLong];
}
