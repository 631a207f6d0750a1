/** The URL, or null. Not URL.canParse: in Node 20, once optimized, it misreads Latin-1 text such as https://bücher.example. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
