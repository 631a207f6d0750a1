import { ClientKeys } from '../../src/oauth/clients/client-keys.js';
import { DocumentSource } from '../../src/oauth/documents/document-source.js';
import { OutsideFetchError, type OutsideDocument } from '../../src/platform/security/outside-fetch.js';
import { bearer } from './a01.js';
import { exchange, pkceOf, VERIFIER, type CookieBrowser } from './authorization.js';
import { request } from './http.js';
import type { TestServer } from './start-app.js';

/** An application that nobody registered, as a third party of `authorization.ts`. */
export const NOTES = {
  id: 'https://notes.example/client.json',
  secret: null,
  name: 'notes.example',
  redirectUri: 'https://notes.example/callback',
} as const;

export interface Published extends Record<string, unknown> {
  client_id: string;
  redirect_uris: string[];
}

/** Documents as their hosts publish them, in place of the way there; the test changes them. */
export class PublishedDocuments {
  readonly documents = new Map<string, Published | OutsideFetchError>();
  /** The URLs that were fetched. */
  readonly fetched: string[] = [];
  /** Key sets by their URL. */
  readonly keys = new Map<string, object>();
  /** The URLs that were asked for keys. */
  readonly askedForKeys: string[] = [];

  constructor(...servers: TestServer[]) {
    for (const server of servers) {
      server.get(DocumentSource).fetch = async (url: string): Promise<OutsideDocument> => {
        this.fetched.push(url);
        return Promise.resolve({ text: this.at(url, this.documents), headers: {} });
      };
      const fetch = async ({ href }: URL): Promise<string> => {
        this.askedForKeys.push(href);
        return Promise.resolve(this.at(href, new Map<string, object>([...this.documents, ...this.keys])));
      };
      Object.assign(server.get(ClientKeys), { fetch });
    }
    this.publish(NOTES, { client_name: 'Notes' });
  }

  private at(url: string, published: ReadonlyMap<string, object>): string {
    const found = published.get(url) ?? new OutsideFetchError('it answered 404', { status: 404 });
    if (found instanceof OutsideFetchError) throw found;
    return JSON.stringify(found);
  }

  publish(
    { id, redirectUri }: { id: string; redirectUri: string },
    more: Record<string, unknown> = {},
  ): void {
    this.documents.set(id, { client_id: id, redirect_uris: [redirectUri], ...more });
  }
}

/** Allows NOTES something, and leaves another code of it open. */
export async function allowNotes(server: TestServer, browser: CookieBrowser) {
  const asked = { scope: 'openid', ...pkceOf() };
  const taken = async (code: string) => exchange(server, NOTES, code, { code_verifier: VERIFIER });
  const { access_token: token } = (await taken(await browser.codeFor(NOTES, asked))).body;
  const code = await browser.codeFor(NOTES, asked);
  return {
    isLive: async () => (await request(server, { path: '/userinfo', headers: bearer(token) })).status === 200,
    isCodeTaken: async () => (await taken(code)).status === 200,
  };
}
