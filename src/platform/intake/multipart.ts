import { Busboy, type BusboyConfig, type BusboyInstance } from '@fastify/busboy';
import { invalidParameter } from '../errors/call-error.js';

/** The content of a multipart body, in its order. */
export interface Multipart {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly (readonly [name: string, content: Buffer])[];
}

interface MultipartLimits {
  readonly parts: number;
  readonly fieldBytes: number;
}

/** Limit for the headers of one part; there are three or four. */
const HEADER_BYTES = 8 * 1024;
const BOUNDARY = /;\s*boundary=(?:"([^"]*)"|([^\s;]*))/i;

/**
 * Parses a complete multipart body. The parser is made of streams, each of which can fail on its own; here they all end
 * in this one promise, within the current turn of the event loop. `@remix-run/multipart-parser` refuses a file name that is
 * not UTF-8, which old clients send; `multipasta` loses the name of a part whose file name is beyond Latin-1.
 * @param charset of parts that name none
 * @throws CallError invalidParameter
 */
export function readMultipart(
  contentType: string,
  chunks: readonly Buffer[],
  { parts, fieldBytes }: MultipartLimits,
  charset = 'utf-8',
): Promise<Multipart> {
  return new Promise((resolve, reject) => {
    const refuse = (message: string) => (): void => reject(invalidParameter(message));
    const malformed = refuse('The multipart body is malformed.');
    const limits = { parts, fieldSize: fieldBytes, headerSize: HEADER_BYTES };
    const fields: [string, string][] = [];
    const files: [string, Buffer][] = [];
    const parser = makeParser(contentType, limits, charset);
    if (parser === null) return malformed();
    parser.on('error', malformed);
    parser.on('partsLimit', refuse(`A multipart body may have ${parts} parts.`));
    parser.on('field', (name = '', value, _isNameCut, isCut) => {
      if (isCut) refuse(`${name.slice(0, 64)} is too long.`)();
      fields.push([name, value]);
    });
    parser.on('file', (name = '', content) => {
      const read: Buffer[] = [];
      content.on('error', malformed);
      content.on('data', (chunk: Buffer) => read.push(chunk));
      content.on('end', () => files.push([name, Buffer.concat(read)]));
    });
    parser.on('finish', () => resolve({ fields, files }));
    for (const chunk of chunks) parser.write(chunk);
    parser.end();
    setImmediate(malformed); // all input was given: a stream that has not ended by then never will
  });
}

/** null: the type has no boundary. */
function makeParser(
  contentType: string,
  limits: BusboyConfig['limits'],
  defCharset: string,
): BusboyInstance | null {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits, defCharset });
  } catch {
    return null;
  }
}

/** The complete parts of a multipart body that has not ended yet, as a body of their own. */
export function partsSoFar(contentType: string, chunks: readonly Buffer[]): Buffer[] {
  const boundary = boundaryOf(contentType);
  const start = Buffer.concat(chunks);
  const end = start.lastIndexOf(`\r\n--${boundary}`);
  return end === -1 ? [] : [start.subarray(0, end), Buffer.from(`\r\n--${boundary}--\r\n`)];
}

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  return quoted ?? plain ?? '';
}
