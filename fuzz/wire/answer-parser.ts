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

  /** @param mayHaveBody whether the answer to the oldest pending request may have a body; not for HEAD */
  constructor(mayHaveBody: () => boolean, answered: (answer: ParsedAnswer) => void) {
    let head = { status: 0, headers: new Map<string, string[]>(), isLast: false };
    let chunks: Buffer[] = [];
    this.parser[HTTPParser.kOnHeadersComplete] = ({ statusCode: status, headers, shouldKeepAlive }) => {
      head = { status, headers: grouped(headers), isLast: !shouldKeepAlive };
      return status >= 200 && !mayHaveBody() ? NO_BODY : undefined; // whatever the headers say
    };
    this.parser[HTTPParser.kOnBody] = (chunk, offset, length) => {
      chunks.push(Buffer.from(chunk.subarray(offset, offset + length)));
    };
    this.parser[HTTPParser.kOnMessageComplete] = () => {
      const body = Buffer.concat(chunks);
      chunks = [];
      if (head.status >= 200) answered({ ...head, body }); // 100 Continue is not the final answer
    };
  }

  /** @throws Error when it is not HTTP */
  read(bytes: Buffer): void {
    const result = this.parser.execute(bytes);
    if (result instanceof Error) throw result;
  }

  /** The connection ended, which completes an answer without a length. */
  end(): void {
    this.parser.finish();
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
