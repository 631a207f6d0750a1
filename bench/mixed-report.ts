import { KINDS, type Heard } from './load/mixed-caller.js';
import { digits, table } from './report.js';
import { fitLine } from './support/line.js';

/** Of each node, in MB. */
export interface Memory {
  /** Seconds since the load began. */
  readonly at: number;
  readonly nodes: readonly number[];
}

/** Caches fill and V8 compiles meanwhile. */
const SETTLED_SECONDS = 60;

export function reportMixed(heard: readonly Heard[], memory: readonly Memory[], seconds: number): string {
  const faults = heard.filter(({ status }) => status === 0 || status >= 500).length;
  return [
    table([
      ['', 'requests', 'share', 'per second', 'p50 ms', 'p99 ms', 'by status'],
      ...KINDS.map((kind) => [
        kind.title,
        ...figures(
          heard.filter((one) => one.kind === kind),
          heard.length,
          seconds,
        ),
      ]),
      ['all', ...figures(heard, heard.length, seconds)],
    ]),
    table([['5xx, and no answer at all', digits(faults, 0), '≤ 0', faults === 0 ? 'ok' : 'short']]),
    table([
      ['memory, MB', 'at first', 'after a minute', 'at the end', 'MB a minute', '99 %', 'growth'],
      ...memory[0].nodes.map((_, node) => growth(node, memory)),
    ]),
  ].join('\n\n');
}

function figures(heard: readonly Heard[], all: number, seconds: number): string[] {
  const sorted = heard.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  const counts = new Map<number, number>();
  for (const { status } of heard) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [
    digits(heard.length, 0),
    `${digits((100 * heard.length) / all, 0)} %`,
    digits(heard.length / seconds, 1),
    digits(at(0.5), 1),
    digits(at(0.99), 1),
    [...counts].map(([status, count]) => `${status || 'none'}: ${count}`).join(', '),
  ];
}

function growth(node: number, memory: readonly Memory[]): string[] {
  const of = (sample: Memory | undefined): string => digits(sample?.nodes[node] ?? NaN, 0);
  const settled = memory.filter(({ at }) => at >= SETTLED_SECONDS);
  const line = fitLine(settled.map(({ at, nodes }) => [at / 60, nodes[node]]));
  const measured = [of(memory[0]), of(settled[0]), of(memory[memory.length - 1])];
  const title = `node ${node + 1}`;
  if (line === null) return [title, ...measured, '', '', 'too short to tell'];
  const [low, high] = line.range;
  const verdict = low > 0 ? 'grows' : 'none';
  return [title, ...measured, digits(line.slope, 2), `${digits(low, 2)} to ${digits(high, 2)}`, verdict];
}
