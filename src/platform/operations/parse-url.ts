/**
 * The parsed URL, or null. URL.canParse is not used: in Node 20, once optimized, it misreads Latin-1 text such as
 * https://bücher.example.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
