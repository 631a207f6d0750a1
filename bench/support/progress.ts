const startedAt = performance.now();

/** One line on stderr, with the seconds since the start. */
export function progress(text: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0).padStart(4);
  process.stderr.write(`${seconds} s  ${text}\n`);
}

export function elapsedSeconds(): number {
  return (performance.now() - startedAt) / 1000;
}
