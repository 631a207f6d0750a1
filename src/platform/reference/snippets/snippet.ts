/** How an application gets its tokens. */
export type Flow = 'code' | 'device' | 'credentials' | 'provisioning' | 'password';

/** A client, as an application's settings have it. */
export interface SnippetClient {
  readonly issuer: string;
  readonly clientId: string;
  /** null: a public client. A placeholder, except on the page that shows the secret once. */
  readonly secret: string | null;
  readonly redirectUri: string;
  /** For examples without a library, which can't compute it. */
  readonly pkce: { readonly verifier: string; readonly challenge: string };
}

/** How one framework is set up, for each flow that it has. */
export interface SnippetFramework {
  /** Its name, as people know it. */
  readonly name: string;
  /** The file that it belongs in; absent: a shell. */
  readonly file?: string;
  /** The language, for Markdown. */
  readonly language: string;
  /** server: a library that needs a secret; page: one that can't keep any. Absent: both. */
  readonly runsIn?: 'server' | 'page';
  /** By its documentation: no test runs it. */
  readonly isUntried?: true;
  readonly flows: Readonly<Partial<Record<Flow, (client: SnippetClient) => string>>>;
  /** What else there is to do, beside the snippet. */
  readonly notes: Readonly<Partial<Record<Flow, string>>>;
}

export const SECRET_PLACEHOLDER = 'SECRET';
export const SCOPE = 'openid profile email';
