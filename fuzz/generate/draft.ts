import type { Jar } from '../cast/jar.js';
import type { Persona } from '../cast/persona.js';
import { WHOLE, type Content, type Pair, type Structured } from '../requests/request.js';
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
  /** Learns what came back, whatever it is. */
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
  /** By the proxy or past it, as from the server's own machine; absent: by lot. */
  readonly isProxied?: boolean;
  readonly jar?: Jar | null;
  readonly learn?: (answer: Answer) => void;
  readonly refused?: (answer: Answer) => void;
}

const NOTHING = (): void => undefined;

/** Completes a draft: forwarded headers, cookies, the content type. */
export function draftOf(persona: Persona, made: Made): Draft {
  const { aim, method, path, query = [], content = null, mac = null, jar = null } = made;
  const cookie = jar?.header ?? null;
  const type = contentTypeOf(content);
  const headers: Pair[] = [
    ...persona.forwarded(made.isProxied),
    ...(type === null ? [] : [['Content-Type', type] as const]),
    ...(cookie === null ? [] : [['Cookie', cookie] as const]),
    ...(made.headers ?? []),
  ];
  const request: Structured = {
    kind: 'structured',
    aim,
    method,
    path,
    query,
    headers,
    content,
    mac,
    delivery: WHOLE,
    isSound: true,
  };
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
