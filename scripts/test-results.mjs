import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What failed in a report of a runner, and how many tests passed. A file that could not be run is a failure of its own. */
const READ_REPORT = { jest: readJest, playwright: readPlaywright };

function readJest({ numPassedTests, testResults }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages));
    return failed.length === 0 && status === 'failed' ? [failure(name, 'the file', [message])] : failed;
  });
  return { passed: numPassedTests, failures };
}

function readPlaywright({ config, stats, suites, errors }) {
  const inSuite = (suite, titles) => [
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
      .map(({ file, title, tests }) => {
        const messages = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
        return failure(`${config.rootDir}/${file}`, [...titles, title].join(' '), messages.map(messageOf));
      }),
    ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, [...titles, inner.title])),
  ];
  const beforeTests = errors.map((error) =>
    failure(error.location?.file ?? '', 'the file', [messageOf(error)]),
  );
  return {
    passed: stats.expected,
    failures: [...beforeTests, ...suites.flatMap((file) => inSuite(file, []))],
  };
}

function messageOf({ message }) {
  return message ?? 'no message';
}

function failure(file, title, messages) {
  const path = file && relative(process.cwd(), file);
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n');
  return {
    test: [path, title].filter(Boolean).join(' › '),
    message: lines.filter((line) => !/^ +at .*\/node_modules\//.test(line)).join('\n'),
  };
}

/**
 * What is kept of one part of a round. A runner that ended without a report failed as a whole.
 *
 * @param {'jest' | 'playwright'} runner
 * @param {any} report
 * @param {number | string} exit its exit code or the signal that ended it
 * @returns {{ passed: number, failures: { test: string, message: string }[] }}
 */
export function outcomeOf(runner, report, exit) {
  const { passed, failures } = report ? READ_REPORT[runner](report) : { passed: 0, failures: [] };
  const isUnexplained = exit !== 0 && failures.length === 0;
  const whole = {
    test: `${runner}, all of it`,
    message: `ended with ${exit}${report ? '' : ' and no report'}`,
  };
  return { passed, failures: isUnexplained ? [whole] : failures };
}

/**
 * Each test that failed in one of the rounds, the most frequent first, with the rounds and its last message.
 *
 * @param {{ round: number, failures: { test: string, message: string }[] }[]} outcomes
 * @returns {{ test: string, rounds: number[], message: string }[]}
 */
export function notAlwaysGreen(outcomes) {
  const found = new Map();
  for (const { round, failures } of outcomes)
    for (const { test, message } of failures) {
      const rounds = new Set(found.get(test)?.rounds).add(round);
      found.set(test, { test, rounds, message });
    }
  return [...found.values()]
    .map((one) => ({ ...one, rounds: [...one.rounds] }))
    .sort((a, b) => b.rounds.length - a.rounds.length);
}
