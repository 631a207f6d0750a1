import { HttpException } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { ProblemError } from '../errors/problem-error.js';
import { Problems } from '../errors/problems.js';
import { readMultipart } from '../intake/multipart.js';
import type { Operation } from './operation.js';

const KIB = 1024;
/** Limit of a large body, such as an import: an export of ten thousand clients has about 5 MiB. */
const LARGE_BYTES = 16 * KIB * KIB;
const MAX_FIELDS = 100;
const UTF8 = new TextDecoder(); // a picture becomes meaningless text, and is refused as such

/** The request members that reading a body sets: `body`, and for a form also `rawBody` or `files`. */
export interface PageBody {
  readonly body: unknown;
  readonly rawBody?: Buffer;
  /** By the names of their fields. */
  readonly files?: ReadonlyMap<string, Buffer>;
}

/** How bodies of one type are read. */
export interface BodyFormat {
  readonly type: string;
  readonly maxBytes: number;
  readonly parse: (
    chunks: readonly Buffer[],
    headers: IncomingMessage['headers'],
  ) => PageBody | Promise<PageBody>;
}

const FORM: BodyFormat = {
  type: 'application/x-www-form-urlencoded',
  maxBytes: 64 * KIB,
  parse(chunks) {
    const rawBody = Buffer.concat(chunks);
    const text = UTF8.decode(rawBody);
    if (text.split('&').length > MAX_FIELDS) throw new HttpException(`At most ${MAX_FIELDS} fields.`, 413);
    return { body: parse(text), rawBody };
  },
};

const UPLOAD: BodyFormat = {
  type: 'multipart/form-data',
  maxBytes: LARGE_BYTES + 64 * KIB, // and the other fields of the form
  async parse(chunks, headers) {
    const limits = { parts: MAX_FIELDS, fieldBytes: LARGE_BYTES };
    const { fields, files } = await readMultipart(headers['content-type'] ?? '', chunks, limits);
    if (files.some(([, { length }]) => length > LARGE_BYTES)) throw tooLarge(LARGE_BYTES);
    return { body: Object.fromEntries(fields), files: new Map(files) };
  },
};

const json = (maxBytes: number): BodyFormat => ({
  type: 'application/json',
  maxBytes,
  parse: (chunks) => ({ body: parseJson(UTF8.decode(Buffer.concat(chunks))) }),
});

const LINES: BodyFormat = {
  type: 'application/x-ndjson',
  maxBytes: KIB * KIB,
  parse: (chunks) => ({ body: UTF8.decode(Buffer.concat(chunks)) }),
};

/** A picture in a form: the largest picture for the converter, and the other fields. */
const PICTURE: BodyFormat = { ...UPLOAD, maxBytes: 5 * KIB * KIB + 64 * KIB };

const OF_FORMS = [FORM];
const OF_PICTURES = [FORM, PICTURE];
const OF_UPLOADS = [FORM, UPLOAD];
const OF_STRANGERS = [json(64 * KIB)];
const OF_ADMINISTRATORS = [json(512 * KIB), LINES];
const LARGE = [json(LARGE_BYTES)];

/** The body formats that the handler of a page or of an API route accepts. */
export function formatsOf({ administration, takes }: Operation): readonly BodyFormat[] {
  if (takes === 'picture') return OF_PICTURES;
  if (takes === 'form') return administration?.takesLargeBody ? OF_UPLOADS : OF_FORMS;
  if (!administration) return OF_STRANGERS;
  return administration.takesLargeBody ? LARGE : OF_ADMINISTRATORS;
}

export function tooLarge(bytes: number): ProblemError {
  const most = bytes < KIB * KIB ? `${bytes / KIB} KiB` : `${Math.floor(bytes / KIB / KIB)} MiB`;
  return new ProblemError(Problems.tooLarge, `At most ${most} are allowed: send it in several parts.`);
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    throw new HttpException(`The body can’t be read: ${(cause as Error).message}`, 400);
  }
  throw new HttpException('The body can’t be read: it is neither an object nor a list.', 400);
}
