/** What was in use after a collection of garbage, when so many requests had been sent. */
export interface Sample {
  readonly requests: number;
  readonly bytes: number;
}

const MIB = 1024 * 1024;
/** What caches and statistics may come to in a run without being a leak. */
export const TOLERATED_BYTES = 24 * MIB;
export const LEAST_SAMPLES = 9;
/** Caches fill, code is compiled. */
const WARM_UP = 1 / 3;
/** A cache that fills flattens; a leak goes on to the end. */
const STILL_GROWING = 0.4;

/**
 * By how much memory grew after the warm-up, as the median of the slopes between all samples has it (Theil–Sen: single
 * samples that are high or low do not matter); 0 where it does not grow to the end.
 */
export function growthIn(samples: readonly Sample[]): number {
  const settled = samples.slice(Math.ceil(samples.length * WARM_UP));
  if (samples.length < LEAST_SAMPLES) return 0;
  const slope = slopeOf(settled);
  const lateSlope = slopeOf(settled.slice(Math.floor(settled.length / 2)));
  if (slope <= 0 || lateSlope < slope * STILL_GROWING) return 0;
  return slope * (settled[settled.length - 1].requests - settled[0].requests);
}

function slopeOf(samples: readonly Sample[]): number {
  const slopes = samples.flatMap((a, i) =>
    samples.slice(i + 1).map((b) => (b.bytes - a.bytes) / (b.requests - a.requests)),
  );
  slopes.sort((a, b) => a - b);
  return slopes[slopes.length >> 1] ?? 0;
}

export function mebibytes(bytes: number): string {
  return `${(bytes / MIB).toFixed(0)} MiB`;
}
