/** The attributes of `Authorization: MAC id="…", ts="…", nonce="…", mac="…"` (§5.3.5). */
export interface MacCredentials {
  readonly id: string;
  readonly ts: string;
  readonly nonce: string;
  readonly mac: string;
  readonly ext: string;
}

const ATTRIBUTE = /\s*([a-z]+)="([\x20-\x21\x23-\x5b\x5d-\x7e]*)"\s*(?:,|$)/gy;
const KNOWN = new Set(['id', 'ts', 'nonce', 'mac', 'ext']);
const MAX_NONCE = 128;

/**
 * Parses the attributes after the scheme name.
 * @returns the credentials, or one sentence that says what is wrong
 */
export function parseMacHeader(text: string): MacCredentials | string {
  const found = new Map<string, string>();
  ATTRIBUTE.lastIndex = 0;
  while (ATTRIBUTE.lastIndex < text.length) {
    const match = ATTRIBUTE.exec(text);
    if (!match) return 'attributes must be written name="value", separated by commas';
    const [, name, value] = match;
    if (found.has(name)) return `${name} stands twice`;
    if (KNOWN.has(name)) found.set(name, value);
  }
  const { id, ts, nonce, mac, ext = '' } = Object.fromEntries(found) as Partial<MacCredentials>;
  if (!id || !ts || !nonce || !mac) return 'id, ts, nonce and mac are required';
  if (!/^\d{1,12}$/.test(ts)) return 'ts must be unix seconds';
  if (nonce.length > MAX_NONCE) return `nonce must have at most ${MAX_NONCE} characters`;
  return { id, ts, nonce, mac, ext };
}
