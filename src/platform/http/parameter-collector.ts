import { Parameters } from '../operations/parameters.js';
import { invalidParameter } from '../errors/call-error.js';
import { readMultipart } from '../intake/multipart.js';

const MAX_PARAMETERS = 100;
const MAX_FIELD_BYTES = 64 * 1024;
/** NUL, the replacement character of undecodable bytes, and unpaired surrogates. */
const UNUSABLE = /[\0\uFFFD\p{Surrogate}]/u;
const CALL_SELECTOR = /^a(\d\d)_?call$/i;
/** For bodies that name no charset. */
export const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Collects the parameters of one request from all its parts. @throws CallError invalidParameter */
export class ParameterCollector {
  readonly parameters = new Parameters();
  selectedCall: string | null = null;
  private count = 0;

  addQuery(query: string): void {
    if (query === '') return;
    for (const [name, value] of new URLSearchParams(query)) this.add(name, value, true);
  }

  /** @param decoder of the charset of the body, and of its percent-encoded bytes */
  addForm(body: Buffer, decoder = UTF8): void {
    const pairs = decoder === UTF8 ? new URLSearchParams(decoded(body, UTF8)) : pairsIn(body, decoder);
    for (const [name, value] of pairs) this.add(name, value, false);
  }

  addJson(body: Buffer, decoder = UTF8): void {
    const text = decoded(body, decoder);
    const entries = Object.entries(objectIn(text)).map(
      ([name, value]) => [name, value === null ? null : scalar(name, value)] as const,
    );
    // JSON.parse keeps the last of two equal names; the caller may have meant either (D3).
    if (entries.length < namesIn(text)) throw invalidParameter('The JSON body has a name twice.');
    for (const [name, value] of entries) if (value !== null) this.add(name, value, false);
  }

  /** A part may name a charset of its own. */
  async addMultipart(contentType: string, body: readonly Buffer[], decoder = UTF8): Promise<void> {
    const limits = { parts: MAX_PARAMETERS, fieldBytes: MAX_FIELD_BYTES };
    const { fields, files } = await readMultipart(contentType, body, limits, decoder.encoding);
    for (const [name, value] of fields) this.add(name, value, false);
    for (const [name, content] of files) this.parameters.addFile(name, content);
  }

  /** A body that is a file; an empty one counts as none. */
  addBodyFile(body: readonly Buffer[]): void {
    if (body.length > 0) this.parameters.bodyFile = Buffer.concat(body);
  }

  private add(name: string, value: string, isInQuery: boolean): void {
    if (++this.count > MAX_PARAMETERS)
      throw invalidParameter(`At most ${MAX_PARAMETERS} parameters are read.`);
    if (UNUSABLE.test(value) || UNUSABLE.test(name)) {
      throw invalidParameter(
        'Parameters must be text without NUL characters, in UTF-8 unless Content-Type names another charset.',
      );
    }
    const selector = CALL_SELECTOR.exec(name);
    if (selector) this.select(selector[1], value);
    else this.parameters.add(name, value, isInQuery);
  }

  /** D5: one call for each request, with the prefix a01. */
  private select(prefix: string, callName: string): void {
    if (prefix !== '01')
      throw invalidParameter(`a${prefix}call is not offered: a request makes one call, named by a01call.`);
    if (this.selectedCall !== null) throw invalidParameter('a01call stands twice: a request makes one call.');
    this.selectedCall = callName;
  }
}

function decoded(body: Buffer, decoder: TextDecoder): string {
  try {
    return decoder.decode(body);
  } catch {
    throw invalidParameter(`The body is not valid ${decoder.encoding.toUpperCase()}.`);
  }
}

/** The names and values of a form in another charset (URL Standard, "application/x-www-form-urlencoded parsing"). */
function pairsIn(body: Buffer, decoder: TextDecoder): [name: string, value: string][] {
  const byte = (_escape: string, hex: string): string => String.fromCharCode(parseInt(hex, 16));
  const text = (part: string): string => {
    const bytes = part.replaceAll('+', ' ').replace(/%([\da-f]{2})/gi, byte);
    return decoded(Buffer.from(bytes, 'latin1'), decoder);
  };
  const pairs = body
    .toString('latin1')
    .split('&')
    .filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const end = pair.includes('=') ? pair.indexOf('=') : pair.length;
    return [text(pair.slice(0, end)), text(pair.slice(end + 1))];
  });
}

function objectIn(text: string): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw invalidParameter('The body is not valid JSON.');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw invalidParameter('The JSON body must be an object.');
  return parsed;
}

/** The number of names in a flat JSON object: strings followed by a colon. */
function namesIn(text: string): number {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length;
}

function scalar(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number')
    throw invalidParameter(`${name.slice(0, 64)} must be a string, number or boolean.`);
  // JSON.parse has rounded it already: an id would silently become another one.
  if (!Number.isSafeInteger(value)) {
    throw invalidParameter(`${name.slice(0, 64)} must be a whole number; send one beyond 2^53 as a string.`);
  }
  return String(value);
}
