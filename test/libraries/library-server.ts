import { writeFileSync } from 'node:fs';
import type { BootstrapDocument } from '../../src/provisioning/bootstrap/bootstrap-document.js';
import type { Body } from '../support/a01.js';
import { freePort } from '../support/free-port.js';
import { Workplace } from '../support/server-process.js';
import { TlsProxy } from '../support/tls-proxy.js';
import type { Person } from './user.js';

/** Allows every request. */
export const ANNA: Person & { name: string } = {
  name: 'Anna K.',
  email: 'anna@family.example',
  password: 'winter-garden-7',
};
/** Never allows anything, so that no consent of his is remembered. */
export const BEN: Person = { email: 'ben@family.example', password: 'summer-orchard-9' };

/** A web application. Its secret has characters that a library may forget to encode. */
export const SHOP = {
  id: 'paper-boat',
  secret: `Paper:boat & 100% "of" +it~!*'()/=?`,
  redirectUri: 'https://shop.example/callback',
};
/** A web application with a secret that needs no encoding, for libraries that don't encode. */
export const PLAIN_SHOP = {
  id: 'plain-boat',
  secret: 'Plain-boat-secret-0123456789-ABCDEFGHIJKLM',
  redirectUri: 'https://plain.example/callback',
};
/** A web site whose whole address is its RedirectUrl, because its library chooses the callback. */
export const SITE = { id: 'open-boat', secret: SHOP.secret, redirectUri: 'http://127.0.0.1/' };
/** A web site of the profile strict, with the whole redirect_uri of its library; the port is free on loopback. */
export const STRICT_SITE = {
  id: 'strict-boat',
  secret: SHOP.secret,
  redirectUri: 'http://127.0.0.1/auth/callback/hearth',
};
/** An application on a device, without a secret. Any port is its own (RFC 8252 §7.3); nobody listens on this one. */
export const APP = { id: 'pocket-boat', redirectUri: 'http://127.0.0.1:61234/callback' };
/** Like SHOP and like APP, but bound to a key, with a nonce in each proof. */
export const KEYED_SHOP = { ...SHOP, id: 'keyed-boat' };
export const KEYED_APP = { ...APP, id: 'keyed-pocket-boat' };
/** Of profile strict, and asks for tokens for the resource servers of others. */
export const READER = {
  id: 'reader-boat',
  secret: 'Reader-boat-secret-0123456789-ABCDEFGHIJKL',
  redirectUri: 'https://reader.example/callback',
};
/** Resource servers that take JWTs, signed each in its way. */
export const JWT_RESOURCES = {
  RS256: 'https://reports.example/api',
  ES256: 'https://ledger.example',
} as const;
/** Registered for no client. */
export const FOREIGN_URI = 'https://elsewhere.example/callback';

const DOCUMENT: BootstrapDocument = {
  clients: [
    ...[SHOP, PLAIN_SHOP, SITE, STRICT_SITE, READER, { ...APP, secret: null }],
    ...[KEYED_SHOP, { ...KEYED_APP, secret: null }],
  ].map(({ id, secret, redirectUri }) => ({
    clientId: id,
    profile: id === STRICT_SITE.id ? ('strict' as const) : ('interface' as const),
    dpopBoundAccessTokens: id.startsWith('keyed'),
    requiresDpopNonce: id.startsWith('keyed'),
    ...(secret === null ? {} : { clientSecret: secret }),
    name: 'Paper Boat',
    ruleset: 'WEB',
    clientType: secret === null ? 'public' : 'confidential',
    // Loopback without a port, for those that listen on a free one.
    redirectUrls: [
      ...(secret === null ? [] : [redirectUri]),
      'http://127.0.0.1', // the address after a sign-out
      'http://127.0.0.1/callback',
      'http://127.0.0.1/second-callback',
    ],
    isPrivileged: false,
    ...(id === READER.id && { profile: 'strict' as const, redirectUrls: [redirectUri] }),
  })),
  resources: Object.entries(JWT_RESOURCES).map(([alg, identifier]) => ({
    ...{ id: `takes-${alg.toLowerCase()}`, identifier, name: 'Reports', tokenFormat: 'jwt' },
    ...{ scopes: ['reports:read See your reports', 'reports:write Change them'], clients: [READER.id] },
    signingAlg: alg as keyof typeof JWT_RESOURCES,
  })),
  accounts: [
    { name: ANNA.name, identifiers: [{ type: 'Email', value: ANNA.email }], password: ANNA.password },
    { name: 'Ben', identifiers: [{ type: 'Email', value: BEN.email }], password: BEN.password },
  ],
};

/** Beside the clients, resources and people above. */
interface More extends Pick<BootstrapDocument, 'clients' | 'resources'> {
  /** By https on localhost, with a certificate of its own. */
  readonly isSecure?: boolean;
}

/** The built server as a process, with the clients and the people above. */
export class LibraryServer {
  private constructor(
    readonly url: string,
    private readonly place: Workplace,
    private readonly proxy: TlsProxy | null,
  ) {}

  /** @param settings of the server */
  static async start(
    { clients = [], resources = [], isSecure = false }: More = {},
    settings: Record<string, string> = {},
  ): Promise<LibraryServer> {
    const place = new Workplace();
    try {
      const file = place.path('bootstrap.json');
      const document: BootstrapDocument = {
        ...DOCUMENT,
        clients: [...(DOCUMENT.clients ?? []), ...clients],
        resources: [...(DOCUMENT.resources ?? []), ...resources],
      };
      writeFileSync(file, JSON.stringify(document));
      const port = await freePort();
      const behind = { PUBLIC_URL: `https://localhost:${port}`, TRUST_PROXY: '127.0.0.1,::1' };
      const server = await place.start({ ...settings, BOOTSTRAP_FILE: file, ...(isSecure && behind) });
      await server.announced();
      const proxy = isSecure ? await TlsProxy.start(port, [server.url]) : null;
      return new LibraryServer(proxy?.url ?? server.url, place, proxy);
    } catch (cause) {
      await place.close();
      throw cause;
    }
  }

  /** The name that the server returns for an access token; otherwise the status of its refusal. */
  async nameFor(accessToken: string): Promise<string | number> {
    const answer = await fetch(this.accountUrl, { headers: { Authorization: `Bearer ${accessToken}` } });
    return answer.ok ? nameIn((await answer.json()) as Body) : answer.status;
  }

  /** A library's settings for this server and the site. */
  get settings() {
    return { issuer: this.url, clientId: SITE.id, clientSecret: SITE.secret };
  }

  /** The certificate to trust; undefined: it has none. */
  get ca(): string | undefined {
    return this.proxy?.ca;
  }

  get accountUrl(): string {
    return `${this.url}/api/acc/getloggedaccount`;
  }

  async close(): Promise<void> {
    await this.proxy?.close();
    await this.place.close();
  }
}

/** The name in an answer of getloggedaccount. */
export function nameIn(body: Body): string {
  return (body.a01.r.r as { name: string }).name;
}
