/**
 * The text of a file that a person wrote: editors for Windows begin it with a byte order mark, or save it in UTF-16.
 */
export function typedText(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}
