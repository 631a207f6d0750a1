import { describe, expect, it } from '@jest/globals';
import { notAlwaysGreen, outcomeOf } from '../scripts/test-results.mjs';

const STORY = `${process.cwd()}/test/stories/refresh.spec.ts`;

const RED = '\u001b[31m1\u001b[39m is not 2\n    at src/a.ts:1:2\n    at run (/x/node_modules/jest/a.js:1:2)';

describe('npm run test:repeat reads a report', () => {
  it('of Jest: failures with their messages, and a file that could not be loaded', () => {
    const test = (status: string, fullName: string, ...failureMessages: string[]) => ({
      status,
      fullName,
      failureMessages,
    });
    const report = {
      numPassedTests: 1,
      testResults: [
        {
          name: STORY,
          status: 'failed',
          message: 'both',
          assertionResults: [test('passed', 'a b'), test('failed', 'a c', RED)],
        },
        { name: `${STORY}x`, status: 'failed', message: 'no such module', assertionResults: [] },
        { name: STORY, status: 'passed', message: '', assertionResults: [test('pending', 'a d')] },
      ],
    };
    expect(outcomeOf('jest', report, 1)).toEqual({
      passed: 1,
      failures: [
        { test: 'test/stories/refresh.spec.ts › a c', message: '1 is not 2\n    at src/a.ts:1:2' },
        { test: 'test/stories/refresh.spec.tsx › the file', message: 'no such module' },
      ],
    });
  });

  it('of Playwright: failures and retries, and load errors', () => {
    const spec = (title: string, status: string, ...messages: string[]) => ({
      title,
      file: 'browser/pages.spec.ts',
      tests: [{ status, results: [{ errors: messages.map((message) => ({ message })) }] }],
    });
    const report = {
      config: { rootDir: `${process.cwd()}/test` },
      stats: { expected: 1 },
      errors: [{ message: 'no such module', location: { file: STORY } }],
      suites: [
        {
          title: 'browser/pages.spec.ts',
          specs: [spec('b', 'expected')],
          suites: [
            {
              title: 'a',
              specs: [spec('c', 'unexpected', 'late'), spec('d', 'flaky', 'once'), spec('e', 'skipped')],
            },
          ],
        },
      ],
    };
    expect(outcomeOf('playwright', report, 1)).toEqual({
      passed: 1,
      failures: [
        { test: 'test/stories/refresh.spec.ts › the file', message: 'no such module' },
        { test: 'test/browser/pages.spec.ts › a c', message: 'late' },
        { test: 'test/browser/pages.spec.ts › a d', message: 'once' },
      ],
    });
  });

  it('without a failure, or missing, from a runner that failed: the whole run is red', () => {
    const whole = (message: string) => ({ test: 'jest, all of it', message });
    expect(outcomeOf('jest', null, 'SIGKILL').failures).toEqual([whole('ended with SIGKILL and no report')]);
    expect(outcomeOf('jest', { numPassedTests: 3, testResults: [] }, 1)).toEqual({
      passed: 3,
      failures: [whole('ended with 1')],
    });
    expect(outcomeOf('jest', { numPassedTests: 3, testResults: [] }, 0).failures).toEqual([]);
  });
});

describe('flaky tests', () => {
  it('are listed with their rounds and last message, the most frequent first', () => {
    const failures = (...tests: string[]) => tests.map((test) => ({ test, message: `of ${test}` }));
    const rounds = [
      { round: 1, failures: failures('a', 'b') },
      { round: 2, failures: [] },
      { round: 3, failures: [{ test: 'b', message: 'another' }] },
      { round: 3, failures: failures('c', 'c') },
    ];
    expect(notAlwaysGreen(rounds)).toEqual([
      { test: 'b', rounds: [1, 3], message: 'another' },
      { test: 'a', rounds: [1], message: 'of a' },
      { test: 'c', rounds: [3], message: 'of c' },
    ]);
    expect(notAlwaysGreen([{ round: 1, failures: [] }])).toEqual([]);
  });
});
