import { bodyOf, encoded, render, targetOf } from '../requests/render.js';
import type { Content, FuzzRequest, Part, Structured } from '../requests/request.js';

const PRINTABLE = /^[\x20-\x7e]*$/;
const OPENS_FILE = /^[@<]/;
const SHORT = 2000;

/** A readable shell command that sends the request. */
export function curlLine(request: FuzzRequest, host: string): string {
  if (request.kind === 'raw') return `${printed(request.bytes)} | curl -s --max-time 5 telnet://${host}`;
  const { delivery } = request;
  const bytes = bodyOf(request.content);
  if (delivery.kind === 'cut') return cutLine(request, host, delivery.after);
  const parts = ['curl -si', '--path-as-is'];
  if (delivery.kind === 'slow') parts.push('--limit-rate 1k');
  if (request.method === 'HEAD') parts.push('-I');
  else if (request.method !== (request.content === null ? 'GET' : 'POST'))
    parts.push(`-X ${quoted(request.method)}`);
  for (const [name, value] of headersOf(request))
    parts.push(`-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  if (delivery.kind === 'chunked') parts.push(`-H 'Transfer-Encoding: chunked'`);
  if (request.mac)
    parts.push(
      `-H "Authorization: $(sign it as docs/sign-people-in/authentication.md#mac says: nonces work once)"`,
    );
  const data = request.content && dataOf(request.content, bytes);
  if (request.content) parts.push(data ?? '--data-binary @-');
  const isPiped = request.content !== null && data === null;
  return `${isPiped ? `${printed(bytes)} | ` : ''}${parts.join(' ')} ${quoted(`http://${host}${targetOf(request)}`)}`;
}

/** Sends part of the request and then breaks the connection. */
function cutLine(request: Structured, host: string, after: number): string {
  const bytes = render({ ...request, delivery: { kind: 'whole' } }, host).subarray(0, after);
  return `${printed(bytes)} | curl -s --max-time 1 telnet://${host}`;
}

function headersOf({ headers, content }: Structured): (readonly [string, string])[] {
  const isForm = content?.kind === 'form';
  const isMultipart = content?.kind === 'multipart' && isPlain(content);
  const shown = headers.filter(([name, value]) => {
    if (name.toLowerCase() !== 'content-type') return true;
    return !(isForm && value === 'application/x-www-form-urlencoded') && !isMultipart;
  });
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return content !== null && !hasType ? [...shown, ['Content-Type', '']] : shown; // prevents curl's default header
}

/** null: its bytes must be piped. */
function dataOf(content: Content, bytes: Buffer): string | null {
  switch (content.kind) {
    case 'form':
      return `-d ${quoted(encoded(content.fields))}`;
    case 'multipart':
      return isPlain(content) ? content.parts.map(partOption).join(' ') : null;
    default: {
      const text = bytes.toString();
      return PRINTABLE.test(text) && text.length < SHORT && !OPENS_FILE.test(text)
        ? `--data-binary ${quoted(text)}`
        : null;
    }
  }
}

/** Whether curl's -F creates exactly these parts. */
function isPlain({ parts }: Extract<Content, { kind: 'multipart' }>): boolean {
  const isText = (text: string): boolean =>
    PRINTABLE.test(text) && !/[";,\\]/.test(text) && !OPENS_FILE.test(text);
  return (
    parts.length > 0 &&
    parts.every(
      ({ name, value, filename, type }) =>
        typeof value === 'string' &&
        [name, value].every(isText) &&
        filename === undefined &&
        type === undefined,
    )
  );
}

function partOption({ name, value }: Part): string {
  return `-F ${quoted(`${name}=${value as string}`)}`;
}

/** A printf command that writes exactly these bytes. */
function printed(bytes: Buffer): string {
  const escaped = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    if (character === '\r') return '\\r';
    if (character === '\n') return '\\n';
    if (character === '\\') return '\\\\';
    if (character === '%') return '%%';
    return byte >= 0x20 && byte < 0x7f ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `printf -- ${quoted(escaped.join(''))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
