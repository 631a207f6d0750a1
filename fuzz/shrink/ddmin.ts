/** Whether the fault still shows with only these elements. */
type StillFails<T> = (kept: readonly T[]) => Promise<boolean>;

/**
 * The smallest part of a list that still fails, by delta debugging (Zeller and Hildebrandt 2002): no single element of
 * the result can be removed.
 */
export async function ddmin<T>(all: readonly T[], stillFails: StillFails<T>): Promise<readonly T[]> {
  let kept = all;
  for (let pieces = 2; kept.length > 0;) {
    const size = Math.ceil(kept.length / pieces);
    let hasShrunk = false;
    for (let at = 0; at < kept.length; at += size) {
      const rest = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (!(await stillFails(rest))) continue;
      kept = rest;
      hasShrunk = true;
      break;
    }
    if (hasShrunk) pieces = Math.max(2, pieces - 1);
    else if (size <= 1) break;
    else pieces = Math.min(kept.length, pieces * 2);
  }
  return kept;
}
