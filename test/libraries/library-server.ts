import { writeFileSync } from 'node:fs';
import type { BootstrapDocument } from '../../src/provisioning/bootstrap/bootstrap-document.js';
import type { Body } from '../support/a01.js';
import { Workplace } from '../support/server-process.js';
import type { Person } from './user.js';

/** Allows whatever is asked. */
export const ANNA: Person & { name: string } = {
  name: 'Anna K.',
  email: 'anna@family.example',
  password: 'winter-garden-7',
};
/** Never allows anything, so that there is no consent of his to be remembered. */
export const BEN: Person = { email: 'ben@family.example', password: 'summer-orchard-9' };

/** A web application. Its secret has what a library may forget to encode. */
export const SHOP = {
  id: 'paper-boat',
  secret: `Paper:boat & 100% "of" +it~!*'()/=?`,
  redirectUri: 'https://shop.example/callback',
};
/** The same with a secret that needs no encoding, for libraries that leave it out. */
export const PLAIN_SHOP = {
  id: 'plain-boat',
  secret: 'Plain-boat-secret-0123456789-ABCDEFGHIJKLM',
  redirectUri: 'https://plain.example/callback',
};
/** A web site whose whole address is its RedirectUrl, since its library has the callback where it likes. */
export const SITE = { id: 'open-boat', secret: SHOP.secret, redirectUri: 'http://127.0.0.1/' };
/** An application on a device, without a secret. Any port is its own (RFC 8252 §7.3); nobody listens on this one. */
export const APP = { id: 'pocket-boat', redirectUri: 'http://127.0.0.1:61234/callback' };
/** The same as SHOP and as APP, but bound to a key, with a nonce in each proof. */
export const KEYED_SHOP = { ...SHOP, id: 'keyed-boat' };
export const KEYED_APP = { ...APP, id: 'keyed-pocket-boat' };
/** Registered for no client. */
export const FOREIGN_URI = 'https://elsewhere.example/callback';

const DOCUMENT: BootstrapDocument = {
  clients: [
    ...[SHOP, PLAIN_SHOP, SITE, { ...APP, secret: null }],
    ...[KEYED_SHOP, { ...KEYED_APP, secret: null }],
  ].map(({ id, secret, redirectUri }) => ({
    clientId: id,
    dpopBoundAccessTokens: id.startsWith('keyed'),
    requiresDpopNonce: id.startsWith('keyed'),
    ...(secret === null ? {} : { clientSecret: secret }),
    name: 'Paper Boat',
    ruleset: 'WEB',
    clientType: secret === null ? 'public' : 'confidential',
    // Loopback without a port, for those that listen on a free one.
    redirectUrls: [
      ...(secret === null ? [] : [redirectUri]),
      'http://127.0.0.1', // to which a site comes back when it signed out
      'http://127.0.0.1/callback',
      'http://127.0.0.1/second-callback',
    ],
    isPrivileged: false,
  })),
  accounts: [
    { name: ANNA.name, identifiers: [{ type: 'Email', value: ANNA.email }], password: ANNA.password },
    { name: 'Ben', identifiers: [{ type: 'Email', value: BEN.email }], password: BEN.password },
  ],
};

/** The built server as a process, which knows the clients and the people above. */
export class LibraryServer {
  private constructor(
    readonly url: string,
    private readonly place: Workplace,
  ) {}

  static async start(): Promise<LibraryServer> {
    const place = new Workplace();
    try {
      const file = place.path('bootstrap.json');
      writeFileSync(file, JSON.stringify(DOCUMENT));
      const server = await place.start({ BOOTSTRAP_FILE: file });
      await server.announced();
      return new LibraryServer(server.url, place);
    } catch (cause) {
      await place.close();
      throw cause;
    }
  }

  /** The name that the server tells for an access token; else the status of its refusal. */
  async nameFor(accessToken: string): Promise<string | number> {
    const answer = await fetch(this.accountUrl, { headers: { Authorization: `Bearer ${accessToken}` } });
    return answer.ok ? nameIn((await answer.json()) as Body) : answer.status;
  }

  /** What a library is told of this server and the site. */
  get settings() {
    return { issuer: this.url, clientId: SITE.id, clientSecret: SITE.secret };
  }

  get accountUrl(): string {
    return `${this.url}/api/acc/getloggedaccount`;
  }

  close(): Promise<void> {
    return this.place.close();
  }
}

/** The name in an answer of getloggedaccount. */
export function nameIn(body: Body): string {
  return (body.a01.r.r as { name: string }).name;
}
