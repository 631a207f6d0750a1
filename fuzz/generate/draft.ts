import type { Jar } from '../cast/jar.js';
import type { Persona } from '../cast/persona.js';
import { plainRequest, type Content, type Pair, type Structured } from '../requests/request.js';
import type { Answer, Outcome } from '../wire/answer.js';

/** A valid request before mutation, and how to use its answer. */
export interface Draft {
  readonly request: Structured;
  /** The cookie jar for its answer; null: none. */
  readonly jar: Jar | null;
  /** Learns from a successful answer. */
  readonly learn: (answer: Answer) => void;
  /** Learns about the sender from the refusal of an unmutated request. */
  readonly refused: (answer: Answer) => void;
  /** Called with the outcome, whatever it is. */
  readonly answered?: (outcome: Outcome) => void;
}

interface Made {
  readonly aim: string;
  readonly method: string;
  readonly path: string;
  readonly query?: readonly Pair[];
  readonly headers?: readonly Pair[];
  readonly content?: Content | null;
  readonly mac?: Structured['mac'];
  /** Through the proxy, or past it as if from the server's own machine; absent: at random. */
  readonly isProxied?: boolean;
  readonly jar?: Jar | null;
  readonly learn?: (answer: Answer) => void;
  readonly refused?: (answer: Answer) => void;
}

/** The headers of a browser that opens a page. */
export const NAVIGATION: readonly Pair[] = [
  ['Accept', 'text/html'],
  ['Sec-Fetch-Site', 'same-origin'],
  ['Sec-Fetch-Mode', 'navigate'],
  ['Sec-Fetch-Dest', 'document'],
];

const NOTHING = (): void => undefined;

/** Completes a draft: forwarded headers, cookies, the content type. */
export function draftOf(persona: Persona, made: Made): Draft {
  const { query = [], content = null, mac = null, jar = null } = made;
  const cookie = jar?.header ?? null;
  const type = contentTypeOf(content);
  const headers: Pair[] = [
    ...persona.forwarded(made.isProxied),
    ...(type === null ? [] : [['Content-Type', type] as const]),
    ...(cookie === null ? [] : [['Cookie', cookie] as const]),
    ...(made.headers ?? []),
  ];
  const plain = plainRequest(made.aim, made.method, made.path);
  const request = { ...plain, query, headers, content, mac };
  return { request, jar, learn: made.learn ?? NOTHING, refused: made.refused ?? NOTHING };
}

export function contentTypeOf(content: Content | null): string | null {
  switch (content?.kind) {
    case 'form':
      return 'application/x-www-form-urlencoded';
    case 'json':
      return 'application/json';
    case 'multipart':
      return `multipart/form-data; boundary=${content.boundary}`;
    default:
      return null;
  }
}
