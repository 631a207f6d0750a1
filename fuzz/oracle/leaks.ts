/** Traces of the inside: stacks, paths of source files, SQL and what databases say of it. */
const INSIDE: readonly RegExp[] = [
  /(?:\n|\\n)\s+at [^\n]{1,200}?:\d+:\d+\)?/, // in JSON its lines are escaped
  /\b(?:node:internal|node_modules|dist\/main\.js)\b|\bdist\/bundle\/[\w.-]+:\d+/, // the console names commands
  /\b(?:QueryFailedError|QueryRunner\w*Error|EntityNotFoundError|TypeError|ReferenceError|RangeError)\b/,
  /\b(?:SELECT [^<>]{1,200}? FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM) /,
  /duplicate key value|violates (?:unique|foreign key|check|not-null) constraint|syntax error at or near/,
  /invalid input syntax for|relation "\w+" does not exist|invalid byte sequence for encoding/,
  /Cannot read properties of|is not a function\b|is not iterable\b/,
];
/** Secrets are drawn by lot, and look like it. */
const RUN = /[\w-]{20,}/g;
const SNIPPET = 80;

/** What an answer lets out of the inside, unless the request itself said it; null: nothing. */
export function insideIn(text: string, sent: string): string | null {
  for (const pattern of INSIDE) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined && !sent.includes(found)) return found.trim().slice(0, SNIPPET);
  }
  return null;
}

interface Secret {
  /** For the report: a secret is not printed. */
  readonly what: string;
  /** The operations whose answers may hold it, again and again; null: any. */
  readonly tellers: readonly string[] | null;
}

/** The secrets of a run, looked for in what the server says; the oldest are forgotten. */
export class Secrets {
  private known = new Map<string, Secret>();
  private older = new Map<string, Secret>();

  constructor(private readonly most = 50_000) {}

  /** @param tellers the operations whose answers may hold it; null where any may, and the log alone may not */
  add(text: string, what: string, tellers: readonly string[] | null = []): void {
    if (this.known.size >= this.most) [this.older, this.known] = [this.known, new Map<string, Secret>()];
    for (const [run] of text.matchAll(RUN)) this.known.set(run, { what, tellers });
  }

  /** What kind of secret an answer of this operation holds, unless the request itself said it; null: none that it may not. */
  inAnswer(text: string, aim: string, sent: string): string | null {
    for (const [run, { what, tellers }] of this.allIn(text))
      if (tellers !== null && !tellers.includes(aim) && !sent.includes(run)) return what;
    return null;
  }

  /** What kind of secret stands in a line of the log; null: none. */
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
