import fc from 'fast-check';

/** The smallest value that fast-check finds to still fail; the whole when not even that fails again. */
export async function smallest<T>(
  smaller: fc.Arbitrary<T>,
  whole: T,
  fails: (tried: T) => Promise<boolean>,
): Promise<T> {
  const holds = fc.asyncProperty(smaller, async (tried) => !(await fails(tried)));
  const { counterexample } = await fc.check(holds, { numRuns: 1, examples: [[whole]] });
  return counterexample?.[0] ?? whole;
}
