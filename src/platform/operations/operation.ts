import type { ErrorDefinition } from '../errors/catalogue.js';
import type { Answers, Refusal } from './answers.js';

export type ArgsClass = new () => object;

/** How a handler's domain value becomes the answer: only the envelope turns `true` and Long into strings. */
export type ResultKind =
  | { readonly kind: 'long' | 'true' | 'text' }
  /** An object without members. */
  | { readonly kind: 'empty' }
  /** A view class: its object stands in the envelope. */
  | { readonly kind: 'view'; readonly view: new () => object }
  /** A view class whose object is the whole body (the access-token response, §2.4). */
  | { readonly kind: 'raw'; readonly view: new () => object };

/** Who may use an operation of the administration, and how a refusal reaches them. */
export interface Administration {
  /** The least role. */
  readonly role: 'administrator' | 'support';
  /** Pages send who is not signed in to the sign-in page; the API answers 401. */
  readonly surface: 'api' | 'console';
  /** In a session, the password must have been given in the last minutes. */
  readonly needsConfirmation: boolean;
  /** Its body may have some megabytes; of a form, a file. */
  readonly takesLargeBody: boolean;
  /** Changes what another administrator may have changed meanwhile: takes If-Match. */
  readonly isConditional: boolean;
}

/**
 * What pages of other sites may set off here although it changes something, and why that is no harm. `an unnamed origin`
 * is what a browser without Fetch Metadata sends for a page that tells no referrer, its own ones included.
 */
export interface ForeignSenders {
  readonly allows: 'anything' | 'a plain form' | 'an unnamed origin';
  readonly because: string;
}

/** Everything the pipeline, the documentation and the boot check know of one handler. */
export interface Operation {
  /** The name that rulesets judge and `cn` carries: `provsearch`, `oauth2token`. */
  readonly name: string;
  /** Calls answer in the envelope, endpoints as the OAuth standards say, pages with a document (D12). */
  readonly kind: 'call' | 'endpoint' | 'page';
  /** `/api/prov/search`, `/token`; null for pages, which Express routes. */
  readonly path: string | null;
  readonly methods: readonly string[];
  readonly summary: string;
  /**
   * credentials: what it presents is checked, and its ruleset decides (of who presents nothing, NOAUTHENT). name: a
   * browser brings its client_id, which proves nothing, and its ruleset decides (D182). none: a page for people.
   */
  readonly client: 'credentials' | 'name' | 'none';
  /**
   * required: by an access token or a session. refused: the client itself calls, not whoever holds a token or session of
   * a user (D31). browser: whoever is signed in to the browser.
   */
  readonly account: 'required' | 'none' | 'refused' | 'browser';
  /** Why anybody may use it, whom no guard asks for anything; null: guards do. */
  readonly openBecause: string | null;
  /** Changes state: not by GET for a strict client (D68), and where a cookie counts by Hearth's own pages alone (D43). */
  readonly writes: boolean;
  /** The exception to that; null: there is none. */
  readonly foreign: ForeignSenders | null;
  /** Issues tokens, or takes them in a parameter: HTTPS only (D44). */
  readonly needsHttps: boolean;
  /** Works on the HTTP session, so one is made even when no cookie came. */
  readonly usesSession: boolean;
  /** An endpoint that takes an access token instead of client credentials. */
  readonly forTokens: boolean;
  /** A Public client may name itself by client_id alone (D60). */
  readonly allowsPublicClients: boolean;
  /** How the body is sent; calls and endpoints take parameters instead, in any of the ways of D3. */
  readonly takes: 'form' | 'json' | 'parameters';
  /** Of the administration: null for everything else. */
  readonly administration: Administration | null;
  readonly args: ArgsClass | null;
  /** What calls and endpoints answer, and what of the catalogue they may answer instead. */
  readonly result: ResultKind;
  readonly errors: readonly ErrorDefinition[];
  /** The same for what Express serves: pages, documents, the administration's API. */
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
