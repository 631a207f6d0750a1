import { stripVTControlCharacters } from 'node:util';

/** Checks every case in one test, and fails with the name and error of each failed case. */
export function checkEach<Case>(
  cases: readonly Case[],
  nameOf: (one: Case) => string,
  check: (one: Case) => void,
): void {
  if (cases.length === 0) throw new Error('There is no case to check.');
  const failures = cases.flatMap((one) => {
    try {
      check(one);
      return [];
    } catch (cause) {
      return [`${nameOf(one)}: ${stripVTControlCharacters(String(cause))}`];
    }
  });
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${cases.length} cases fail:\n\n${failures.join('\n\n')}`);
}
