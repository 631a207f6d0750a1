/** Memory in use after a garbage collection, and the number of requests sent by then. */
export interface Sample {
  readonly requests: number;
  readonly bytes: number;
}

const MIB = 1024 * 1024;
/** Growth by caches and statistics that is no leak. */
export const TOLERATED_BYTES = 24 * MIB;
const LEAST_SAMPLES = 9;
/** Share of the run in which caches fill and code is compiled. */
const WARM_UP = 1 / 3;
/** A filling cache flattens out; a leak grows to the end. */
const STILL_GROWING = 0.4;

/**
 * Growth of memory after the warm-up, by the median of the slopes between all samples (Theil–Sen: outliers do not
 * matter); 0 if it does not grow to the end.
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
