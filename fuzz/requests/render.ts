import { macHeader } from './mac.js';
import { headerOf, type Content, type FuzzRequest, type Part, type Structured } from './request.js';

const LINE = '\r\n';

/** The request-target: path and query. */
export function targetOf({ path, query }: Structured): string {
  return query.length === 0 ? path : `${path}?${encoded(query)}`;
}

export function encoded(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&');
}

/** An unpaired surrogate can't be encoded; the replacement character is sent. */
function escaped(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

export function bodyOf(content: Content | null): Buffer {
  switch (content?.kind) {
    case undefined:
      return Buffer.alloc(0);
    case 'form':
      return Buffer.from(encoded(content.fields));
    case 'json':
      return Buffer.from(JSON.stringify(content.value) ?? '');
    case 'multipart':
      return multipart(content.boundary, content.parts);
    case 'bytes':
      return content.bytes;
  }
}

/** The request line and the headers, without the final empty line. */
function headOf(request: Structured, host: string, bodyLength: number): string {
  const target = targetOf(request);
  const lines = [`${request.method} ${target} HTTP/1.1`];
  const host_ = headerOf(request, 'host');
  if (host_ === undefined) lines.push(`Host: ${host}`);
  for (const [name, value] of request.headers) lines.push(`${name}: ${value}`);
  if (request.mac)
    lines.push(`Authorization: ${macHeader(request.mac, request.method, target, host_ ?? host)}`);
  const isFramed = headerOf(request, 'content-length') !== undefined;
  if (request.delivery.kind === 'chunked') lines.push('Transfer-Encoding: chunked');
  else if (!isFramed && request.content !== null) lines.push(`Content-Length: ${bodyLength}`);
  return lines.join(LINE);
}

/** The bytes of a request; MAC requests are signed again each time. */
export function render(request: FuzzRequest, host: string): Buffer {
  if (request.kind === 'raw') return request.bytes;
  const body = bodyOf(request.content);
  const head = Buffer.from(`${headOf(request, host, body.length)}${LINE}${LINE}`);
  const { delivery } = request;
  if (delivery.kind === 'chunked') return Buffer.concat([head, chunked(body, delivery.size)]);
  return body.length === 0 ? head : Buffer.concat([head, body]);
}

function chunked(body: Buffer, size: number): Buffer {
  const pieces: (Buffer | string)[] = [];
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size);
    pieces.push(`${piece.length.toString(16)}${LINE}`, piece, LINE);
  }
  return Buffer.concat([...pieces, `0${LINE}${LINE}`].map((piece) => Buffer.from(piece)));
}

function multipart(boundary: string, parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, value, filename, type }) => [
    `--${boundary}${LINE}Content-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `${LINE}Content-Type: ${type}`,
    `${LINE}${LINE}`,
    value,
    LINE,
  ]);
  return Buffer.concat([...pieces, `--${boundary}--${LINE}`].map((piece) => Buffer.from(piece)));
}
