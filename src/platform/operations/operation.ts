import type { ErrorDefinition } from '../errors/catalogue.js';
import type { Answers, Refusal } from './answers.js';

export type ArgsClass = new () => object;

/** How the result of a handler becomes the response; only the envelope turns `true` and Long into strings. */
export type ResultKind =
  | { readonly kind: 'long' | 'true' | 'text' }
  /** An object without members. */
  | { readonly kind: 'empty' }
  /** An object of a view class, in the envelope. */
  | { readonly kind: 'view'; readonly view: new () => object }
  /** An object of a view class as the whole body (the access token response, §2.4). */
  | {
      readonly kind: 'raw';
      readonly view: new () => object;
      readonly status: 200 | 201;
      /** The media type of a `SignedAnswer` that says the same, for a caller that asks for it. */
      readonly signedAs?: string;
    };

export function statusOf(result: ResultKind): 200 | 201 {
  return result.kind === 'raw' ? result.status : 200;
}

/** The access rules of an operation of the administration, and its refusals. */
export interface Administration {
  /** The minimum role. */
  readonly role: 'administrator' | 'support';
  /** Without a session, the console redirects to the sign-in page and the API answers 401. */
  readonly surface: 'api' | 'console';
  /** A session must have confirmed its password in the last minutes. */
  readonly needsConfirmation: boolean;
  /** Accepts a body of several megabytes; in a form, a file. */
  readonly takesLargeBody: boolean;
  /** Changes something that another administrator may have changed in the meantime: requires If-Match. */
  readonly isConditional: boolean;
}

/**
 * What pages of other sites may send although it changes state, and why that is harmless. `an unnamed origin` is what
 * browsers without Fetch Metadata send for pages without a referrer, including Hearth's own.
 */
export interface ForeignSenders {
  readonly allows: 'anything' | 'a plain form' | 'an unnamed origin';
  readonly because: string;
}

/** The declaration of a handler, used by the pipeline, the documentation and the boot check. */
export interface Operation {
  /** The name that rulesets judge, and the `cn` of the envelope: `provsearch`, `oauth2token`. */
  readonly name: string;
  /** Calls answer in the envelope, endpoints according to the OAuth standards, pages with a document (D12). */
  readonly kind: 'call' | 'endpoint' | 'page';
  /** `/api/prov/search`, `/token`; null for pages, which Express routes. */
  readonly path: string | null;
  readonly methods: readonly string[];
  readonly summary: string;
  /**
   * credentials: the client's credentials are checked and its ruleset decides, or NOAUTHENT without credentials. name: a
   * browser sends the client_id, which proves nothing, and the client's ruleset decides (D182). none: a page for people.
   */
  readonly client: 'credentials' | 'name' | 'none';
  /**
   * required: an access token or a session. refused: only the client itself may call, without a token or session of a
   * user (D31). browser: the account that is signed in to the browser.
   */
  readonly account: 'required' | 'none' | 'refused' | 'browser';
  /**
   * Requires a proof of identity in the last minutes, by the second factor if the account has one: of pages of an account in
   * the session (D253), of calls by the sign-in of the token (D391). Of pages, `formOn`: the page of the form, where the browser continues, with the parameters of its path; true: a page, which
   * is opened again; null: not sensitive. `needs` another proof: one more after the sign-in (again), only the second factor,
   * since the form asks for the password (factor), or a recent sign-in (signIn).
   */
  readonly isSensitive:
    true | { readonly formOn: string; readonly needs?: 'again' | 'factor' | 'signIn' } | null;
  /** Proves the identity again. It is counted separately, so that no other requests keep the owner from it (D316). */
  readonly isProof: boolean;
  /** Why no authentication is needed; null: guards require it. */
  readonly openBecause: string | null;
  /** Changes state: not by GET for a strict client (D68), and with a cookie only from Hearth's own pages (D43). */
  readonly writes: boolean;
  /**
   * What an Idempotency-Key does (D392). answered alike: a repeated request gets the answer of the first one. shows a secret:
   * the answer is kept nowhere, so a request with a key is refused. null: the header means nothing.
   */
  readonly idempotency: 'answered alike' | 'shows a secret' | null;
  /** The exception to that; null: none. */
  readonly foreign: ForeignSenders | null;
  /** Issues tokens or accepts them as a parameter: HTTPS only (D44). */
  readonly needsHttps: boolean;
  /** Uses the HTTP session, which is created if no cookie was sent. */
  readonly usesSession: boolean;
  /** Accepts an access token instead of client credentials. */
  readonly forTokens: boolean;
  /**
   * What a form answers by itself; any other form that succeeded redirects to the page that tells its outcome, so that a
   * reload sends nothing again (D386). once: something that no page shows again, such as a secret; answer: it only asks, by
   * POST because no address may hold what was typed, and changes nothing.
   */
  readonly shows: 'once' | 'answer' | null;
  /**
   * A page of a sign-in or sign-out that an application may open in a pop-up, or a step between two of them: the opener can
   * learn how it ended (D362). All other pages are cut off from their opener.
   */
  readonly keepsOpener: boolean;
  /** A Public client may identify itself only by client_id (D60). */
  readonly allowsPublicClients: boolean;
  /** How the body is sent; calls and endpoints accept parameters in any of the ways of D3. */
  readonly takes: 'form' | 'picture' | 'json' | 'parameters';
  /** Access rules of the administration; null: not part of it. */
  readonly administration: Administration | null;
  readonly args: ArgsClass | null;
  /** Result of calls and endpoints, and the catalogue errors that they declare. */
  readonly result: ResultKind;
  readonly errors: readonly ErrorDefinition[];
  /** Answers and errors of what Express serves: pages, documents, the administration API. */
  readonly answers: Answers;
  readonly problems: readonly Refusal[];
}

const operations = new WeakMap<object, Operation>();

/** Declares a controller method; without a declaration the server does not start. */
export function declareOperation(handler: object, operation: Operation): void {
  operations.set(handler, Object.freeze(operation));
}

export function operationOf(handler: object): Operation | undefined {
  return operations.get(handler);
}
