/** Traces of internals: stack traces, paths of source files, SQL and database errors. */
const INSIDE: readonly RegExp[] = [
  /(?:\n|\\n)\s+at [^\n]{1,200}?:\d+:\d+\)?/, // in JSON its lines are escaped
  /\b(?:node:internal|node_modules|dist\/main\.js:\d+)\b|\bdist\/bundle\/[\w.-]+:\d+/, // the console names commands
  /\b(?:QueryFailedError|QueryRunner\w*Error|EntityNotFoundError|TypeError|ReferenceError|RangeError)\b/,
  /\b(?:SELECT [^<>]{1,200}? FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM) /,
  /duplicate key value|violates (?:unique|foreign key|check|not-null) constraint|syntax error at or near/,
  /invalid input syntax for|relation "\w+" does not exist|invalid byte sequence for encoding/,
  /Cannot read properties of|is not a function\b|is not iterable\b/,
];
/** Secrets are random, and look like it. */
const RUN = /[\w-]{20,}/g;
const SNIPPET = 80;

/** Internals that an answer reveals, unless the request contained them; null: none. */
export function insideIn(text: string, sent: string): string | null {
  for (const pattern of INSIDE) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined && !sent.includes(found)) return found.trim().slice(0, SNIPPET);
  }
  return null;
}

interface Secret {
  /** Named in the report: the secret itself is not printed. */
  readonly what: string;
  /** Operations whose answers may contain it repeatedly; null: any. */
  readonly tellers: readonly string[] | null;
}

/** The secrets of a run, searched for in the server's output; the oldest are evicted. */
export class Secrets {
  private known = new Map<string, Secret>();
  private older = new Map<string, Secret>();

  constructor(private readonly most = 50_000) {}

  /** @param tellers operations whose answers may contain it; null: any may, and only the log must not */
  add(text: string, what: string, tellers: readonly string[] | null = []): void {
    if (this.known.size >= this.most) [this.older, this.known] = [this.known, new Map<string, Secret>()];
    for (const [run] of text.matchAll(RUN)) this.known.set(run, { what, tellers });
  }

  /** The kind of secret that an answer of this operation reveals, unless the request contained it; null: none. */
  inAnswer(text: string, aim: string, sent: string): string | null {
    for (const [run, { what, tellers }] of this.allIn(text))
      if (tellers !== null && !tellers.includes(aim) && !sent.includes(run)) return what;
    return null;
  }

  /** The kind of secret in a log line; null: none. */
  inLog(line: string): string | null {
    for (const [, { what }] of this.allIn(line)) return what;
    return null;
  }

  private *allIn(text: string): Generator<[run: string, secret: Secret]> {
    for (const [run] of text.matchAll(RUN)) {
      const secret = this.known.get(run) ?? this.older.get(run);
      if (secret) yield [run, secret];
    }
  }
}
