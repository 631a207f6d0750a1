import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { Parameters } from '../contract/parameters.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { readBody } from './body-reader.js';

const MAX_BODY_BYTES = 64 * 1024;
/** Room for a picture (D27), and some more, so that one that is a little too large is told so by its own error. */
const MAX_FILE_BYTES = 6 * 1024 * 1024;
const MAX_PARAMETERS = 100;
/** NUL, what stands for undecodable bytes, and half a character. */
const UNUSABLE = /[\0\uFFFD\p{Surrogate}]/u;
const CALL_SELECTOR = /^a(\d\d)_?call$/i;
const FORM = 'application/x-www-form-urlencoded';
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The parameters of a request, and the call that `a01call` selects, if it stands there. */
export interface ReadParameters {
  readonly parameters: Parameters;
  readonly selectedCall: string | null;
}

/**
 * Reads parameters from the query and from a form, JSON or multipart body (D3, §4.1).
 * @throws CallError invalidParameter, requestTooLarge, mediaTypeNotSupported
 */
export async function readParameters(
  request: IncomingMessage,
  query: string,
  takesFile: (selectedCall: string | null) => boolean = () => false,
): Promise<ReadParameters> {
  const found = new ParameterCollector();
  if (query !== '') found.addForm(query, true);
  if (request.method === 'POST') {
    const type = contentType(request.headers['content-type']);
    const isMultipart = type.type === 'multipart/form-data';
    const fileBytes = isMultipart && takesFile(found.selectedCall) ? MAX_FILE_BYTES : 0;
    const body = await readBody(request, MAX_BODY_BYTES + fileBytes);
    if (body.length > 0) await addBody(found, body, type, request.headers);
  }
  found.parameters.requireUnambiguous();
  return found;
}

class ParameterCollector implements ReadParameters {
  readonly parameters = new Parameters();
  selectedCall: string | null = null;
  private count = 0;

  addForm(text: string, isInQuery: boolean): void {
    for (const [name, value] of new URLSearchParams(text)) this.add(name, value, isInQuery);
  }

  add(name: string, value: string, isInQuery: boolean): void {
    if (++this.count > MAX_PARAMETERS) throw invalid(`At most ${MAX_PARAMETERS} parameters are read.`);
    if (UNUSABLE.test(value) || UNUSABLE.test(name)) {
      throw invalid('Parameters must be UTF-8 without NUL characters.');
    }
    const selector = CALL_SELECTOR.exec(name);
    if (selector) this.select(selector[1], value);
    else this.parameters.add(name, value, isInQuery);
  }

  /** D5: one call a request, with the prefix a01. */
  private select(prefix: string, callName: string): void {
    if (prefix !== '01')
      throw invalid(`a${prefix}call is not offered: a request makes one call, named by a01call.`);
    if (this.selectedCall !== null) throw invalid('a01call stands twice: a request makes one call.');
    this.selectedCall = callName;
  }
}

interface ContentType {
  readonly type: string;
  readonly charset: string;
}

const PLAIN_FORM: ContentType = { type: FORM, charset: 'utf-8' };

function addBody(
  found: ParameterCollector,
  body: Buffer,
  { type, charset }: ContentType,
  headers: IncomingMessage['headers'],
): void | Promise<void> {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' || (charset !== 'utf-8' && charset !== 'utf8'))
    throw new CallError(Errors.mediaTypeNotSupported);
  switch (type) {
    case FORM:
      return found.addForm(utf8(body), false);
    case 'application/json':
      return addJson(found, utf8(body));
    case 'multipart/form-data':
      return addMultipart(found, headers, body);
    default:
      throw new CallError(Errors.mediaTypeNotSupported);
  }
}

function contentType(header = ''): ContentType {
  if (header === FORM) return PLAIN_FORM; // what nearly all send
  const [type, ...attributes] = header
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = attributes.find((attribute) => attribute.startsWith('charset='));
  return { type, charset: charset?.slice('charset='.length).replaceAll('"', '') ?? 'utf-8' };
}

function utf8(body: Buffer): string {
  try {
    return UTF8.decode(body);
  } catch {
    throw invalid('The body must be UTF-8.');
  }
}

function addJson(found: ParameterCollector, text: string): void {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw invalid('The body is not valid JSON.');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw invalid('The JSON body must be an object.');
  const entries = Object.entries(parsed).map(
    ([name, value]) => [name, value === null ? null : scalar(name, value)] as const,
  );
  // JSON.parse keeps the last of two equal names; which one was meant nobody can tell (D3).
  if (entries.length < namesIn(text)) throw invalid('The JSON body has a name twice.');
  for (const [name, value] of entries) if (value !== null) found.add(name, value, false);
}

/** How many names stand in a flat JSON object: strings that a colon follows. */
function namesIn(text: string): number {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length;
}

function scalar(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number') throw invalid(`${name.slice(0, 64)} must be a string, number or boolean.`);
  // JSON.parse has rounded it already: an id would silently become another one.
  if (!Number.isSafeInteger(value)) {
    throw invalid(`${name.slice(0, 64)} must be a whole number; send one beyond 2^53 as a string.`);
  }
  return String(value);
}

interface Parts {
  readonly fields: [name: string, value: string][];
  readonly files: [name: string, content: Buffer][];
}

async function addMultipart(
  found: ParameterCollector,
  headers: IncomingMessage['headers'],
  body: Buffer,
): Promise<void> {
  const { fields, files } = await multipartParts(headers, body);
  for (const [name, value] of fields) found.add(name, value, false);
  for (const [name, content] of files) found.parameters.addFile(name, content);
}

function multipartParts(headers: IncomingMessage['headers'], body: Buffer): Promise<Parts> {
  return new Promise((resolve, reject) => {
    const malformed = (): void => reject(invalid('The multipart body is malformed.'));
    let parser: busboy.Busboy;
    try {
      const limits = { fieldSize: MAX_BODY_BYTES, fieldNameSize: 255, parts: MAX_PARAMETERS };
      parser = busboy({ headers, limits });
    } catch {
      return malformed();
    }
    const parts: Parts = { fields: [], files: [] };
    parser.on('field', (name = '', value, { valueTruncated }) => {
      if (valueTruncated) reject(invalid(`${name.slice(0, 64)} is too long.`));
      parts.fields.push([name, value]);
    });
    parser.on('file', (name = '', stream) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => parts.files.push([name, Buffer.concat(chunks)]));
    });
    parser.on('partsLimit', () => reject(invalid(`At most ${MAX_PARAMETERS} parameters are read.`)));
    parser.on('error', malformed);
    parser.on('close', () => resolve(parts));
    parser.end(body);
  });
}

function invalid(message: string): CallError {
  return new CallError(Errors.invalidParameter, {}, { message });
}
