import { digits, table } from '../bench/report.js';
import type { Result } from './run-scenario.js';
import type { Scenario } from './scenarios/scenario.js';
import { SCENARIOS } from './scenarios/all.js';
import type { Kind } from './workload/findings.js';

const COLUMNS: Readonly<Record<Kind, string>> = {
  lost: 'lost',
  doubled: 'doubled',
  false401: 'false 401',
  revived: 'alive again',
  ended: 'ended wrongly',
  error500: '500',
  refused: 'refused otherwise',
};
const KINDS = Object.keys(COLUMNS) as Kind[];
const REST = [
  'acknowledged',
  'without an answer or 503',
  's that anybody waited, at most',
  's without a sign-in or refresh',
];

export function hasFault({ ledger }: Result): boolean {
  return !ledger.findings.isEmpty;
}

/** One row for each scenario: as a table with a column for each kind of fault, or in Markdown with one for all of them. */
export function tableOf(results: readonly Result[], isMarkdown: boolean): string {
  if (!isMarkdown)
    return table([
      ['scenario', ...Object.values(COLUMNS), ...REST],
      ...results.map((result) => [result.scenario.name, ...faultsIn(result).map(String), ...restOf(result)]),
    ]);
  const header = ['scenario', 'faults', ...REST];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const named = results.map((result) => [
    `\`${result.scenario.name}\`: ${result.scenario.what}`,
    String(faultsIn(result).reduce((sum, count) => sum + count, 0)),
    ...restOf(result),
  ]);
  const under = header.map((_, column) => (column === 0 ? '---' : '--:'));
  return [header, under, ...named].map(line).join('\n');
}

/** In words: what was found, and what the nodes wrote. */
export function faultsOf(result: Result): string {
  const { scenario, ledger, errors } = result;
  const logged = errors.length === 0 ? [] : ['The nodes’ logs say:', ...errors.map((line) => `  ${line}`)];
  return [`${scenario.name}:`, ...[...ledger.findings.lines(), ...logged].map((line) => `  ${line}`)].join(
    '\n',
  );
}

export function listOf(): string {
  const width = Math.max(...SCENARIOS.map(({ name }) => name.length));
  const line = (scenario: Scenario): string => {
    const obstacle = scenario.obstacle?.() ?? null;
    return `${scenario.name.padEnd(width)}  ${scenario.what}${obstacle === null ? '' : ` (not here: ${obstacle})`}`;
  };
  return SCENARIOS.map(line).join('\n');
}

function faultsIn({ ledger }: Result): number[] {
  return KINDS.map((kind) => ledger.findings.count(kind));
}

function restOf({ ledger }: Result): string[] {
  const { successes, unavailable, longestWaitSeconds } = ledger;
  return [
    digits(successes.count, 0),
    digits(unavailable, 0),
    digits(longestWaitSeconds, 1),
    digits(successes.longestGapSeconds, 1),
  ];
}
