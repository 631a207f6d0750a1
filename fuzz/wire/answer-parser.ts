import { HTTPParser } from 'http-parser-js';

const NO_BODY = 1;

export interface ParsedAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Buffer;
  readonly isLast: boolean;
}

/** Parses the answers on a connection, in order. */
export class AnswerParser {
  private readonly parser = new HTTPParser(HTTPParser.RESPONSE);
  private found: ParsedAnswer[] = [];
  private chunks: Buffer[] = [];
  private status = 0;
  private headers = new Map<string, string[]>();
  private isLast = false;

  /** @param mayHaveBody whether the answer to the n-th pending request may have a body; not for HEAD */
  constructor(mayHaveBody: (n: number) => boolean) {
    this.parser[HTTPParser.kOnHeadersComplete] = ({ statusCode, headers, shouldKeepAlive }) => {
      this.status = statusCode;
      this.headers = grouped(headers);
      this.isLast = !shouldKeepAlive;
      return statusCode >= 200 && !mayHaveBody(this.found.length) ? NO_BODY : undefined; // whatever the headers say
    };
    this.parser[HTTPParser.kOnBody] = (chunk, offset, length) => {
      this.chunks.push(Buffer.from(chunk.subarray(offset, offset + length)));
    };
    this.parser[HTTPParser.kOnMessageComplete] = () => this.complete();
  }

  /** @returns the complete answers. @throws Error when it is not HTTP */
  read(bytes: Buffer): readonly ParsedAnswer[] {
    const result = this.parser.execute(bytes);
    if (result instanceof Error) throw result;
    return this.taken();
  }

  /** The connection ended, which completes an answer without a length. */
  end(): readonly ParsedAnswer[] {
    this.parser.finish();
    return this.taken();
  }

  private complete(): void {
    const { status, headers, isLast } = this;
    const body = this.chunks.length === 1 ? this.chunks[0] : Buffer.concat(this.chunks);
    this.chunks = [];
    if (status >= 200) this.found.push({ status, headers, body, isLast }); // 100 Continue is not the final answer
  }

  private taken(): readonly ParsedAnswer[] {
    const { found } = this;
    this.found = [];
    return found;
  }
}

function grouped(pairs: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (let i = 0; i < pairs.length; i += 2) {
    const name = pairs[i].toLowerCase();
    const values = headers.get(name);
    if (values) values.push(pairs[i + 1]);
    else headers.set(name, [pairs[i + 1]]);
  }
  return headers;
}
