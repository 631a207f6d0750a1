import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { makeDataFolder } from '../../platform/config/data-folder.js';
import { randomSecret } from '../../platform/security/secrets.js';
import type { BootstrapClient, BootstrapDocument } from './bootstrap-document.js';

const FILE = 'demo.env';
/** A public client, which has no secret. */
const TELEVISION = 'demo-television';

/** The demo clients with a secret: their ids, by which `demo.env` names them in capitals. */
const CLIENTS = {
  privileged: 'demo-privileged',
  thirdParty: 'demo-third-party',
  webFlow: 'demo-web-flow',
  legacy: 'demo-legacy',
  provisioning: 'demo-provisioning',
} as const;

type ClientSecret = { readonly clientId: string; readonly clientSecret: string };
type PersonSecret = { readonly identifier: string; readonly password: string };

/** Credentials of the demo data; kept in `DATA_DIR/demo.env`, mode 0600, for `npm run tour`. */
export interface DemoCredentials {
  readonly clients: Readonly<Record<keyof typeof CLIENTS, ClientSecret>>;
  readonly administrator: PersonSecret;
  readonly member: PersonSecret;
}

/** One client of each kind, three accounts and a family, with random secrets. */
export function makeDemoData(): { document: BootstrapDocument; credentials: DemoCredentials } {
  const clients = eachClient((clientId) => ({ clientId, clientSecret: randomSecret() }));
  const administrator = { identifier: 'alice@demo.example', password: randomPassword() };
  const member = { identifier: 'bob@demo.example', password: randomPassword() };
  const document: BootstrapDocument = {
    clients: [
      client(clients.privileged, 'Demo family app', 'WEB', true),
      {
        ...client(clients.thirdParty, 'Demo third-party shop', 'WEB', false),
        redirectUrls: ['http://localhost:4000/callback'],
      },
      {
        ...client(clients.webFlow, 'Demo family web site', 'WEB', false),
        profile: 'strict',
        redirectUrls: ['http://localhost:4001/signed-in'],
      },
      client(clients.legacy, 'Demo legacy portal', 'LEGACY', false),
      client(clients.provisioning, 'Demo operator back end', 'PROVISIONING', false),
      {
        ...{ clientId: TELEVISION, name: 'Demo television', ruleset: 'WEB', clientType: 'public' },
        ...{ isPrivileged: false, profile: 'strict', allowsDeviceAuthorization: true },
      },
    ],
    accounts: [
      account('Alice Demo', administrator, 'administrator'),
      account('Bob Demo', member, null),
      account('Carol Demo', { identifier: 'carol@demo.example', password: randomPassword() }, null),
    ],
    families: [
      {
        name: 'The Demo family',
        premiumType: 1,
        members: [
          { identifier: administrator.identifier, accountType: 2 },
          { identifier: member.identifier, accountType: 0 },
        ],
      },
    ],
  };
  return { document, credentials: { clients, administrator, member } };
}

/** Writes a shell file: the documentation's curl lines work after `. data/demo.env`. */
export function saveDemoCredentials(dataDir: string, url: string, credentials: DemoCredentials): void {
  const { clients, administrator, member } = credentials;
  const lines = {
    HEARTH: url,
    ADMINISTRATOR: administrator.identifier,
    ADMINISTRATOR_PASSWORD: administrator.password,
    MEMBER: member.identifier,
    MEMBER_PASSWORD: member.password,
    ...Object.fromEntries(
      Object.values(clients).map(({ clientId, clientSecret }) => [
        variableOf(clientId),
        `${clientId}:${clientSecret}`,
      ]),
    ),
    TELEVISION,
  };
  const text = Object.entries(lines).map(([name, value]) => `${name}='${value}'\n`);
  makeDataFolder(dataDir);
  writeFileSync(join(dataDir, FILE), text.join(''), { mode: 0o600 });
}

/** @returns null: there is no demo data */
export function readDemoCredentials(dataDir: string): (DemoCredentials & { readonly url: string }) | null {
  const path = join(dataDir, FILE);
  if (!existsSync(path)) return null;
  const lines = parseEnv(readFileSync(path, 'utf8')) as Record<string, string>;
  return {
    url: lines.HEARTH,
    // Empty texts for a client that is newer than the demo data.
    clients: eachClient((id) => {
      const [clientId, clientSecret] = (lines[variableOf(id)] ?? ':').split(':');
      return { clientId, clientSecret };
    }),
    administrator: { identifier: lines.ADMINISTRATOR, password: lines.ADMINISTRATOR_PASSWORD },
    member: { identifier: lines.MEMBER, password: lines.MEMBER_PASSWORD },
  };
}

function eachClient(make: (clientId: string) => ClientSecret): DemoCredentials['clients'] {
  const made = Object.entries(CLIENTS).map(([name, clientId]) => [name, make(clientId)]);
  return Object.fromEntries(made) as DemoCredentials['clients'];
}

/** THIRD_PARTY for "demo-third-party". */
function variableOf(clientId: string): string {
  return clientId.replace('demo-', '').replaceAll('-', '_').toUpperCase();
}

function client(secret: ClientSecret, name: string, ruleset: string, isPrivileged: boolean): BootstrapClient {
  return { ...secret, name, ruleset, clientType: 'confidential', isPrivileged };
}

function account(name: string, { identifier, password }: PersonSecret, role: 'administrator' | null) {
  const identifiers = [{ type: 'Email' as const, value: identifier, isValidated: true }];
  return { name, identifiers, password, role, countryCode: 'GB', locale: 'en' };
}

/** Returns about 96 random bits: too many to guess, few enough to type. */
function randomPassword(): string {
  return randomSecret().replace(/[-_]/g, '').slice(0, 16);
}
