import 'reflect-metadata';
import { hashSync } from 'bcrypt';
import pg from 'pg';
import { startServer } from '../../../src/app.setup.js';
import { AuditTally } from '../../../src/platform/audit/audit-tally.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { loadConfig } from '../../../src/platform/config/load-config.js';
import { WebhookWorker } from '../../../src/oauth/webhooks/webhook-worker.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { AppLog, createLog } from '../../../src/platform/telemetry/log.js';
import { AdminApi, newAdmin } from '../admin-api.js';
import { CuttingProxy } from '../cutting-proxy.js';
import { rows } from '../database-rows.js';
import { FIXTURES } from '../fixtures.js';
import { FixedClock } from '../fixed-clock.js';
import type { Member } from '../forgotten-password.js';
import { freePort } from '../free-port.js';
import { IdentityProvider } from '../identity-provider.js';
import { newEmail, PASSWORD } from '../invitations.js';
import { Partner } from '../partner.js';
import { ISSUER, PORTAL } from '../single-sign-on.js';
import { TestServer } from '../start-app.js';
import { createTestDatabase, type TestDatabase } from '../test-database.js';
import { SITES, WebSite } from '../web-flow.js';
import { ChangesSeen } from './changes-seen.js';

/** The environment of the acts: a server whose every statement goes through the proxy, and its callers. */
export interface Stage {
  readonly server: TestServer;
  readonly proxy: CuttingProxy;
  /** Reads the tables directly, without the proxy. */
  readonly changes: ChangesSeen;
  readonly partner: Partner;
  readonly site: WebSite;
  readonly portal: IdentityProvider;
  readonly admin: AdminApi;
  /** A direct connection, without the proxy. */
  readonly direct: pg.Client;
  close(): Promise<void>;
}

const CLIENT = {
  clientType: 'confidential' as const,
  ruleset: 'WEB',
  isPrivileged: false,
} as const;

const NO_MAIL_SERVER = 'smtp://127.0.0.1:9';

/** @param smtpUrl without one no message is sent */
export async function setStage(smtpUrl = NO_MAIL_SERVER): Promise<Stage> {
  const port = await freePort();
  const database = await createTestDatabase();
  const proxy = await CuttingProxy.before(database.settings.DATABASE_URL);
  const url = `http://127.0.0.1:${port}`;
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: url,
    BCRYPT_COST: '4',
    ...database.settings,
    DATABASE_URL: proxy.url,
    SMTP_URL: smtpUrl,
    PASSKEY_RP_ID: 'localhost', // its address is a number
    // All requests come from one address.
    NETWORK_AUTHORIZATIONS: '100000',
    NETWORK_STATE_SECRETS: '100000',
    NETWORK_MAILED_LINKS: '100000',
  });
  const clock = new FixedClock();
  const lines: string[] = [];
  const log = new AppLog(createLog('debug', { write: (line: string) => void lines.push(line) }));
  const running = await startServer({ config, log, clock });
  const server = new TestServer(url, clock, lines, running, database);
  // They run when an act calls them, never during another one.
  await Promise.all([server.get(CleanUp)['runs'].stop(), server.get(AuditTally)['writes'].stop()]);
  await server.get(WebhookWorker).beforeApplicationShutdown(); // it looks for events at its own times
  if (smtpUrl === NO_MAIL_SERVER) await server.get(OutboxWorker).beforeApplicationShutdown();
  const [direct, before] = await Promise.all([connection(database), connection(database)]);
  const portal = await IdentityProvider.make(ISSUER);
  const { album } = SITES;
  await server.get(Bootstrap).apply({
    ...FIXTURES,
    clients: [
      ...(FIXTURES.clients ?? []),
      {
        ...CLIENT,
        clientId: album.id,
        clientSecret: album.secret,
        name: 'Album',
        redirectUrls: [album.redirectUri],
      },
      {
        ...CLIENT,
        clientId: PORTAL.id,
        clientSecret: PORTAL.secret,
        name: 'Portal',
        isPrivileged: true,
        jwks: { keys: [portal.publicKey] },
        assertionIssuer: ISSUER,
      },
    ],
  });
  const admin = await AdminApi.signIn(server, await newAdmin(server));
  const close = async (): Promise<void> => {
    await Promise.all([direct.end(), before.end()]);
    await server.close();
    await proxy.close();
  };
  return {
    server,
    proxy,
    direct,
    changes: await ChangesSeen.by(direct, before),
    partner: new Partner(server),
    site: new WebSite(server),
    portal,
    admin,
    close,
  };
}

async function connection({ settings }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: settings.DATABASE_URL });
  await client.connect();
  return client;
}

const HASH = hashSync(PASSWORD, 4);
const NEW_MEMBER = `WITH a AS (
    INSERT INTO account (name, status, password_hash, country_code, locale, created_at)
    VALUES ('Mia', 'active', $1, 'DE', 'en', $2) RETURNING id
  ) INSERT INTO account_identifier (account_id, type, value, normalized, is_validated, issuer)
    SELECT id, 'Email', $3, $3, true, '' FROM a RETURNING account_id::text AS id`;

/** A user with an account, created directly in the database: needed a thousand times. */
export async function newMember(server: TestServer): Promise<Member> {
  const email = newEmail();
  const [{ id }] = await rows<{ id: string }>(server, NEW_MEMBER, [HASH, server.clock.now(), email]);
  return { email, password: PASSWORD, id };
}
