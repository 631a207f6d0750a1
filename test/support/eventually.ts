const POLL_MS = 10;
/** Only what never comes takes so long, on a busy machine too. */
export const LONGEST_MS = 100_000;

/** What `look` finds as soon as it is not null; for what the server does behind an answer (batched dates). */
export async function eventually<T>(look: () => Promise<T | null>, limitMs = LONGEST_MS): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > end) throw new Error(`did not come true within ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
