import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { AppConfig } from '../config/app-config.js';
import { takesFile } from '../operations/args.js';
import type { Exchange } from '../operations/exchange.js';
import type { Operation } from '../operations/operation.js';
import type { Parameters } from '../operations/parameters.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { BodyMemory } from '../intake/body-memory.js';
import { announcedBytes, hasBody, IncomingBody } from '../intake/incoming-body.js';
import { partsSoFar } from '../intake/multipart.js';
import { SECOND } from '../security/clock.js';
import { ParameterCollector, UTF8 } from './parameter-collector.js';
import { RequestAccess } from './request-access.js';

/** Read from every caller; more only from an authenticated caller, for a call that takes a file. */
const MAX_BODY_BYTES = 64 * 1024;
/** Room for a picture (D27), and some more, so that a picture slightly too large gets its own error. */
const MAX_BYTES_WITH_FILE = MAX_BODY_BYTES + 6 * 1024 * 1024;
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** The parameters read from a request. */
export interface ReadParameters {
  readonly parameters: Parameters;
  /** The value of `a01call`, if present. */
  readonly selectedCall: string | null;
}

/** Reads the parameters of requests: query, form, JSON and multipart bodies (D3, §4.1). */
@Injectable()
export class ParameterReader {
  private readonly withinMs: number;

  constructor(
    private readonly memory: BodyMemory,
    private readonly access: RequestAccess,
    { requestTimeoutSeconds }: AppConfig,
  ) {
    this.withinMs = requestTimeoutSeconds * SECOND;
  }

  /**
   * Reads the first 64 KiB of the body.
   * @param takesFile whether the call, if the query names it, accepts a larger body
   * @returns also whether there is more: then only parameters from complete parts are included
   * @throws CallError invalidParameter, requestTooLarge, mediaTypeNotSupported, unavailable
   */
  async read(
    request: IncomingMessage,
    exchange: Exchange,
    takesFile: (selectedCall: string | null) => boolean,
  ): Promise<ReadParameters & { readonly isUnfinished: boolean }> {
    const found = new ParameterCollector();
    found.addQuery(queryOf(exchange));
    let isWhole = true;
    if (mayHaveBody(request, exchange)) {
      const type = contentType(request.headers['content-type']);
      const hasFile = type.type === MULTIPART || isImage(type);
      const mayBeLarge = hasFile && takesFile(found.selectedCall);
      const maxBytes = mayBeLarge ? MAX_BYTES_WITH_FILE : MAX_BODY_BYTES;
      if (announcedBytes(request) > maxBytes) throw tooLarge(maxBytes);
      const body = (exchange.body = new IncomingBody(request, this.memory.claim(exchange.origin.address)));
      isWhole = await body.readUpTo(MAX_BODY_BYTES, this.withinMs);
      if (!isWhole && !mayBeLarge) throw tooLarge();
      if (mayBeLarge && isImage(type)) found.addBodyFile(isWhole ? body.read : []);
      else if (body.read.length > 0) await addBody(found, request.headers, type, body.read, isWhole);
    }
    const { parameters, selectedCall } = found;
    parameters.requireUnambiguous();
    return { parameters, selectedCall, isUnfinished: !isWhole };
  }

  /**
   * The rest of a large body is read after the guards, and only if the caller had identified itself to them.
   * @throws CallError requestTooLarge; the promise of `exchange.readRest` as `read` does
   */
  postpone(request: IncomingMessage, exchange: Exchange, { args }: Operation): void {
    if (!takesFile(args)) throw tooLarge();
    if (!this.access.namesCaller(request, exchange)) throw notNamedInTime();
    exchange.readRest = async () => {
      const judged = this.access.clientNamed(exchange);
      exchange.parameters = await this.readAll(request, exchange);
      if (!isDeepStrictEqual(this.access.clientNamed(exchange), judged)) throw notNamedInTime();
    };
  }

  /** Reads all parameters again, which detects those sent both before and after the file (D3). */
  private async readAll({ headers }: IncomingMessage, exchange: Exchange): Promise<Parameters> {
    const { body } = exchange;
    if (!body) throw new Error('the body was not opened');
    body.admit();
    if (!(await body.readUpTo(MAX_BYTES_WITH_FILE))) throw tooLarge(MAX_BYTES_WITH_FILE);
    const found = new ParameterCollector();
    found.addQuery(queryOf(exchange));
    const asSent = headers['content-type'] ?? '';
    if (isImage(contentType(asSent))) found.addBodyFile(body.read);
    else await found.addMultipart(asSent, body.read, contentType(asSent).decoder);
    found.parameters.requireUnambiguous();
    return found.parameters;
  }
}

/** §4.1 has calls by GET whose parameters are in a body; an endpoint of a standard takes none then. */
function mayHaveBody(request: IncomingMessage, { method, operation }: Exchange): boolean {
  if (method === 'POST') return true;
  return method === 'GET' && hasBody(request) && operation?.kind !== 'endpoint';
}

/** The query string after the question mark. */
export function queryOf({ target }: Exchange): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/** The error for a request that names its call or caller after the file: the file would be read for an unknown caller. */
export function notNamedInTime(): CallError {
  const message =
    'Only the first 64 KiB of a body are read before it is known what is called and by whom: put a01call, client_id and client_secret before the file, in the query, or the client in a Basic header.';
  return new CallError(Errors.requestTooLarge, {}, { message });
}

interface ContentType {
  readonly type: string;
  /** Of its charset. */
  readonly decoder: TextDecoder;
}

const PLAIN_FORM: ContentType = { type: FORM, decoder: UTF8 };

function addBody(
  found: ParameterCollector,
  headers: IncomingMessage['headers'],
  { type, decoder }: ContentType,
  read: readonly Buffer[],
  isWhole: boolean,
): void | Promise<void> {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new CallError(Errors.mediaTypeNotSupported);
  switch (type) {
    case FORM:
      return found.addForm(joined(read), decoder);
    case 'application/json':
      return found.addJson(joined(read), decoder);
    case MULTIPART: {
      const asSent = headers['content-type'] ?? '';
      const parts = isWhole ? read : partsSoFar(asSent, read);
      return parts.length === 0 ? undefined : found.addMultipart(asSent, parts, decoder);
    }
    default:
      throw new CallError(Errors.mediaTypeNotSupported);
  }
}

function joined(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

function contentType(header = ''): ContentType {
  if (header === FORM) return PLAIN_FORM; // what nearly all clients send
  const [type, ...attributes] = header
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = attributes.find((attribute) => attribute.startsWith('charset='));
  return { type, decoder: decoderFor(charset?.slice('charset='.length).replaceAll('"', '') ?? 'utf-8') };
}

/**
 * Old clients of Java and Android send forms in ISO-8859-1 (D3).
 * @param label as the Encoding Standard has them
 */
function decoderFor(label: string): TextDecoder {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    return decoder.encoding === UTF8.encoding ? UTF8 : decoder;
  } catch {
    throw new CallError(Errors.mediaTypeNotSupported);
  }
}

/** The file that a call takes, as the body itself: its parameters stand in the query. */
function isImage({ type }: ContentType): boolean {
  return type.startsWith('image/');
}

/** @param maxBytes limit of the call: most take no file */
function tooLarge(maxBytes = MAX_BODY_BYTES): CallError {
  const message = `The body is larger than the ${maxBytes} bytes that this call takes.`;
  return new CallError(Errors.requestTooLarge, {}, { message });
}
