import { ConfidentialClient, type ConfidentialClientOptions } from 'hearth-client/server';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { startApp, type TestServer } from '../support/start-app.js';

/** A web application with a sign-in form of its own. */
export const ALBUM = {
  ...{ id: 'album', secret: 'album-secret-1' },
  redirect_uri: 'https://album.example/signed-in',
};
/** A page without a server, bound to a key, with a nonce in each proof. */
export const PAGE = { id: 'page', redirect_uri: 'https://page.example/callback' };

/**
 * A server that knows them in addition to the fixtures, and clients of it with its clock, which count their
 * requests.
 */
export class ClientLibrary {
  /** Paths of the requests. */
  readonly sent: string[] = [];

  private constructor(readonly server: TestServer) {}

  static async start(): Promise<ClientLibrary> {
    const server = await startApp();
    const shared = { name: 'Album', ruleset: 'WEB', isPrivileged: false };
    await server.get(Bootstrap).apply({
      clients: [
        {
          ...{ ...shared, clientId: ALBUM.id, clientSecret: ALBUM.secret, clientType: 'confidential' },
          redirectUrls: [ALBUM.redirect_uri],
        },
        {
          ...{ ...shared, clientId: PAGE.id, clientType: 'public', profile: 'strict' },
          ...{ redirectUrls: [PAGE.redirect_uri], dpopBoundAccessTokens: true, requiresDpopNonce: true },
        },
      ],
    });
    return new ClientLibrary(server);
  }

  /** @param aheadMs how far the client's clock is ahead */
  surroundings(aheadMs = 0) {
    return {
      now: () => this.server.clock.millis() + aheadMs,
      fetch: (url: string, init: RequestInit) => {
        this.sent.push(url.slice(this.server.url.length));
        return fetch(url, init);
      },
    };
  }

  confidential(
    { id, secret }: { readonly id: string; readonly secret: string },
    more: Partial<ConfidentialClientOptions> = {},
  ): ConfidentialClient {
    const options = { clientId: id, clientSecret: secret, ...this.surroundings(), ...more };
    return new ConfidentialClient(this.server.url, options);
  }
}

/** The reason for its refusal; null: it was accepted. */
export function refusalOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (cause: unknown) => cause,
  );
}
