import { describe, expect, it } from '@jest/globals';
import { failureFrom } from './problem.js';

describe('a refusal of the server, on the command line', () => {
  it.each([
    ['unavailable', 'away'],
    ['outcome-unknown', 'failed'], // a script that retries by the exit code would do it twice
  ] as const)('503 %s ends as "%s" and says what the server says', (kind, ending) => {
    const problem = {
      type: `urn:hearth:problem:${kind}`,
      title: 'It is away.',
      detail: 'It is away.',
      requestId: 'r1',
    };
    const failure = failureFrom(503, problem);
    expect(failure.exitCode).toBe(ending);
    expect(failure.message).toBe("It is away.\nThe server's log has more about request r1.");
  });
});
