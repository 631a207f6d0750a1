import { exportJWK, generateKeyPair } from 'jose';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { request } from './http.js';

/** Hearth's registration there. */
export const CLIENT = { id: 'hearth', secret: 'a-secret-of-the-provider-of-32-chars' };
const LOGIN = /action="([^"]*)"[^>]*>\s*<input type="hidden" name="prompt" value="login"/;

/** A real OpenID Connect provider on loopback, whose users have the name and the password that they type. */
export class RealProvider {
  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  /** @param redirectUris the addresses of Hearth for returning people */
  static async start(redirectUris: readonly string[]): Promise<RealProvider> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const key = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' };
    const provider: Provider = new Provider(issuer, {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [...redirectUris] }],
      claims: { openid: ['sub'], profile: ['name', 'given_name'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      cookies: { keys: ['of a test'] },
      jwks: { keys: [key] },
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({ sub: id, name: `${id} Portal`, given_name: id, ...addressOf(id) }),
      }),
      // It asks nobody for a consent: that is the provider's affair.
      loadExistingGrant: async ({ oidc }) => {
        const grant = new provider.Grant({
          clientId: oidc.client?.clientId,
          accountId: oidc.session?.accountId,
        });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
    });
    const answer = provider.callback();
    server.on('request', (asked, response) => void answer(asked, response));
    return new RealProvider(server, issuer);
  }

  /** Signs in there as a person without JavaScript would. @returns the address that it redirects to */
  async signIn(address: string, user: string): Promise<string> {
    const visitor = new Visitor();
    const asked = await visitor.follow(address);
    const [, action] = LOGIN.exec(asked.text) ?? [];
    if (action === undefined) throw new Error(`the provider asks for nothing: ${asked.text}`);
    return (await visitor.follow(action, { prompt: 'login', login: user, password: 'x' })).away;
  }

  /** Cancels there. @returns the address that it redirects to */
  async cancel(address: string): Promise<string> {
    const visitor = new Visitor();
    const asked = await visitor.follow(address);
    const [, abort] = /href="([^"]*\/abort)"/.exec(asked.text) ?? [];
    return (await visitor.follow(abort)).away;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

/**
 * A user who signs in by an address has it, verified there unless it begins with `unverified-`; others have one of
 * their own.
 */
function addressOf(id: string): { email: string; email_verified: boolean } {
  const claimed = id.replace(/^unverified-/, '');
  return { email: id.includes('@') ? claimed : `${id}@family.example`, email_verified: claimed === id };
}

/** A browser at the provider: it keeps cookies, and follows redirects until they lead elsewhere. */
class Visitor {
  private readonly cookies = new Map<string, string>();
  private home = '';

  async follow(
    address: string,
    form?: Readonly<Record<string, string>>,
  ): Promise<{ text: string; away: string }> {
    this.home ||= new URL(address).origin;
    let [next, sent] = [new URL(address, this.home), form];
    while (next.origin === this.home) {
      const Cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await request(
        { url: this.home },
        { path: `${next.pathname}${next.search}`, form: sent, headers: { Cookie } },
      );
      for (const line of answer.headers['set-cookie'] ?? []) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) as unknown as [string, string, string];
        this.cookies.set(name, value);
      }
      if (answer.headers.location === undefined) return { text: answer.text, away: '' };
      [next, sent] = [new URL(answer.headers.location, next), undefined];
    }
    return { text: '', away: next.href };
  }
}
