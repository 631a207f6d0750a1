const POLL_MS = 10;
/** Generous, because it only ends tests that hang: nothing else takes so long, even on a busy machine. */
export const LONGEST_MS = 100_000;

/**
 * Polls `look` until its result is not null; for work of the server after an answer (batched dates). A test has no
 * limit of its own: it would judge the machine.
 */
export async function eventually<T>(look: () => Promise<T | null>): Promise<T> {
  const end = performance.now() + LONGEST_MS;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > end) throw new Error(`did not come true within ${LONGEST_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
