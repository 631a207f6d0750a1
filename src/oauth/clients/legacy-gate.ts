import { Injectable } from '@nestjs/common';
import type { CallerClient } from '../../platform/operations/caller.js';
import { batchStatement } from '../../platform/database/batch-statement.js';
import { Database } from '../../platform/database/database.js';
import { WriteBehind } from '../../platform/database/write-behind.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock } from '../../platform/security/clock.js';
import { AppLog } from '../../platform/telemetry/log.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { profileRulesOf } from './client-profiles.js';

/** What newer profiles refuse (D68), and what to do instead. */
export const LEGACY_FEATURES = {
  'secret-in-query':
    'Send secrets and codes in the body or the Authorization header, not in the query string.',
  'write-by-get': 'Use POST for a call that changes state or issues a token.',
  'mac-over-http': 'Use MAC tokens over HTTPS only.',
  'hmac-sha-1': 'This token uses hmac-sha-1. Get a new one, which will use hmac-sha-256.',
  'code-without-pkce': 'Send code_challenge and code_challenge_method=S256.',
  'redirect-uri-below': 'The redirect_uri must match one of the RedirectUrls exactly.',
  'unrotated-refresh': 'A refresh token is replaced at each use.',
  'endpoint-as-audience': 'Send the issuer as the aud of client assertions, as a string.',
} as const;
export type LegacyFeature = keyof typeof LEGACY_FEATURES;

const USES = batchStatement<never>()({
  name: 'legacy-uses',
  columns: { client_id: 'bigint', feature: 'text', at: 'timestamptz' },
  text: ({ asked }) => `INSERT INTO legacy_use (client_id, feature, last_used_at)
         SELECT u.client_id, u.feature, u.at FROM ${asked('u')} JOIN client c ON c.id = u.client_id
         ON CONFLICT (client_id, feature) DO UPDATE SET last_used_at = excluded.last_used_at`,
});

/** Refuses legacy features where the profile does, and records their use by others, so that operators see who needs them. */
@Injectable()
export class LegacyGate {
  private readonly lastUses: WriteBehind<Date>;

  constructor(
    database: Database,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
    log: AppLog,
  ) {
    this.lastUses = new WriteBehind(async (batch) => {
      const rows = [...batch].map(([key, at]) => {
        const [client_id, feature] = key.split(' ');
        return { client_id, feature, at };
      });
      await database.query(USES, USES.valuesOf(rows));
    }, log.pino);
  }

  /** @throws CallError refusedByProfile where the profile refuses it */
  pass(client: CallerClient, feature: LegacyFeature): void {
    if (profileRulesOf(client).refusesLegacy) {
      throw new CallError(
        Errors.refusedByProfile,
        { feature, clientId: client.clientId },
        { message: LEGACY_FEATURES[feature] },
      );
    }
    this.count(client, feature);
  }

  /** Records the use of what was let pass. */
  count(client: CallerClient, feature: LegacyFeature): void {
    this.metrics.legacyUses.inc({ client: client.clientId, feature });
    this.lastUses.set(`${client.id} ${feature}`, this.clock.now());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.lastUses.close();
  }
}
