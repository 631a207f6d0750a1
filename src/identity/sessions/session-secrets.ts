import { hkdfSync } from 'node:crypto';
import type { AppConfig } from '../../platform/config/app-config.js';
import type { Database } from '../../platform/database/database.js';
import { instanceSecret } from '../../platform/database/instance-secret.js';

const SECRET_BYTES = 32;

/** The secrets that sign the session cookie. */
export class SessionSecrets {
  /** @param listed newest first; at least one */
  constructor(readonly listed: readonly string[]) {}
}

/**
 * Returns SESSION_SECRET, or else a secret from the database: all nodes of that database know each other's sessions, on
 * whatever machine (D375).
 * @throws CallError unavailable
 */
export async function sessionSecrets(
  { sessionSecrets: given }: AppConfig,
  database: Database,
): Promise<SessionSecrets> {
  if (given !== null) return new SessionSecrets(given);
  const secret = await instanceSecret(database);
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'hearth signs session cookies', SECRET_BYTES));
  return new SessionSecrets([derived.toString('base64url')]);
}
