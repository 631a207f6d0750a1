import { DocumentSource } from '../../src/oauth/documents/document-source.js';
import { OutsideFetchError, type OutsideDocument } from '../../src/platform/security/outside-fetch.js';
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

  constructor(...servers: TestServer[]) {
    for (const server of servers)
      server.get(DocumentSource).fetch = (url: string): Promise<OutsideDocument> => {
        this.fetched.push(url);
        const found = this.documents.get(url) ?? new OutsideFetchError('it answered 404', { status: 404 });
        if (found instanceof OutsideFetchError) return Promise.reject(found);
        return Promise.resolve({ text: JSON.stringify(found), headers: {} });
      };
    this.publish(NOTES, { client_name: 'Notes' });
  }

  publish(
    { id, redirectUri }: { id: string; redirectUri: string },
    more: Record<string, unknown> = {},
  ): void {
    this.documents.set(id, { client_id: id, redirect_uris: [redirectUri], ...more });
  }
}
