/** A received mail, parsed independently of the server's code. */
export interface ParsedMail {
  /** Values by lower-case header name, decoded. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The content of each part that HTML names by its id, by that id. */
  readonly related: ReadonlyMap<string, Buffer>;
}

interface Part {
  readonly headers: Map<string, string[]>;
  readonly body: string;
}

/** Parses a mail with one text and one HTML part, and images beside them. */
export function parseMail(raw: Buffer): ParsedMail {
  const whole = split(raw.toString('latin1'));
  const parts = leavesOf(whole);
  if (parts.includes(whole)) throw new Error('the mail is not multipart');
  const decoded = new Map([...whole.headers].map(([name, values]) => [name, values.map(decodeWords)]));
  const named = parts.filter((part) => first(part, 'content-id') !== '');
  return {
    headers: decoded,
    subject: decoded.get('subject')?.join('\n') ?? '',
    text: contentOf(parts, 'text/plain'),
    html: contentOf(parts, 'text/html'),
    related: new Map(
      named.map((part) => [first(part, 'content-id').slice(1, -1), Buffer.from(part.body, 'base64')]),
    ),
  };
}

function leavesOf(part: Part): Part[] {
  const [, boundary] = /^multipart\/.*boundary="?([^";]+)"?/.exec(first(part, 'content-type')) ?? [];
  if (boundary === undefined) return [part];
  const inside = part.body.split(`--${boundary}`).slice(1, -1);
  return inside.flatMap((each) => leavesOf(split(each.replace(/^\r\n/, ''))));
}

function split(text: string): Part {
  const end = text.indexOf('\r\n\r\n');
  const headers = new Map<string, string[]>();
  for (const line of text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  return { headers, body: text.slice(end + 4) };
}

function contentOf(parts: readonly Part[], type: string): string {
  const found = parts.filter((part) => first(part, 'content-type').startsWith(type));
  if (found.length !== 1) throw new Error(`${found.length} parts of ${type}`);
  const [{ headers, body }] = found;
  const encoding = headers.get('content-transfer-encoding')?.[0].toLowerCase() ?? '7bit';
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  const bytes = encoding === 'quoted-printable' ? unquote(body.replace(/=\r\n/g, '')) : body;
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n');
}

/** Decodes RFC 2047 encoded words; white space between two of them is ignored. */
function decodeWords(value: string): string {
  const joined = value.replace(/\?=\s+=\?/g, '?==?');
  const plain = joined.replace(
    /=\?utf-8\?([bq])\?([^?]*)\?=/gi,
    (_whole: string, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('latin1')
        : unquote(text.replaceAll('_', ' ')),
  );
  return Buffer.from(plain, 'latin1').toString();
}

function unquote(text: string): string {
  return text.replace(/=([0-9A-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function first({ headers }: Part, name: string): string {
  return headers.get(name)?.[0] ?? '';
}
