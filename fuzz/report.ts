import type { Result } from './campaign/campaign.js';
import type { Finding } from './campaign/findings.js';
import { KINDS } from './oracle/fault.js';
import { mebibytes } from './oracle/memory-growth.js';

const WIDTH = 110;

/** A run as Markdown: figures, operations never reached, and the faults with their reproductions. */
export function reportOf(result: Result, seed: number): string {
  const { server, clock, toured, sent, seconds, findings, unconfirmed, memory, cpuMillisEach } = result;
  const cpu =
    cpuMillisEach === null
      ? ''
      : ` The server used ${cpuMillisEach.toFixed(2)} ms of processor time for each.`;
  const rate = Math.round(sent / seconds).toLocaleString('en');
  const lines = [
    `${sent.toLocaleString('en')} requests (${toured.toLocaleString('en')} of them the tour) to ${server} in ${seconds.toFixed(0)} s (${rate} a second), seed ${seed}`,
    `Time is taken from ${clock}.${cpu}`,
    '',
    ...coverageLines(result),
    ...memoryLines(memory),
    '',
    ...findings.flatMap(findingLines),
    ...gapsIn(result),
    ...unconfirmed.map(
      ({ about, what }) => `Seen once and not again, so it does not count: ${about}: ${what}`,
    ),
    findings.length === 0
      ? 'No fault was found.'
      : `${findings.length} ${findings.length === 1 ? 'fault' : 'faults'}.`,
  ];
  return `${lines.join('\n')}\n`;
}

/** What is wrong with how far the run came: operations that nobody excused, and excuses that nobody needs. */
export function gapsIn({ missed, excusedInVain }: Pick<Result, 'missed' | 'excusedInVain'>): string[] {
  return [
    ...[...missed].map(([name, why]) => `${name} was never reached, and no reason is declared: ${why}.`),
    ...excusedInVain.map((name) => `${name} was reached: the reason why it can’t be is out of date.`),
  ];
}

function coverageLines({ coverage }: Result): string[] {
  const statuses = coverage.byStatus
    .map(([status, count]) => `${status}: ${count.toLocaleString('en')}`)
    .join('  ');
  const classes = [...coverage.classes]
    .map(([name, count]) => `${name} ${count.toLocaleString('en')}`)
    .join(', ');
  const never = [...coverage.done].filter(([, count]) => count === 0).map(([name]) => name);
  const { size } = coverage.done;
  return [
    ...wrapped('Answers by status: ', statuses, '  '),
    `By outcome: ${classes}`,
    `${size - never.length} of ${size} operations succeeded at least once.`,
    ...(never.length === 0 ? [] : wrapped('Never: ', never.sort().join(', '), ', ')),
  ];
}

function memoryLines(samples: Result['memory']): string[] {
  if (samples.length === 0) return ['Memory could not be measured.'];
  const all = samples.map(({ bytes }) => mebibytes(bytes).replace(' MiB', '')).join(' ');
  return wrapped('Memory after a collection of garbage, in MiB, as the run went on: ', all, ' ');
}

/** @param n the number of findings before it */
export function findingLines({ fault, reproduction, cause, count }: Finding, n: number): string[] {
  const { commands, isConfirmed } = reproduction;
  const again = isConfirmed
    ? commands.length === 1
      ? 'To see it again:'
      : 'To see it again, one after the other:'
    : commands.length > 0
      ? 'It was not seen again when these were sent alone:'
      : 'There is no request that it could be tied to.';
  return [
    `${n + 1}. ${KINDS[fault.kind]} (${count} times): ${fault.about}: ${fault.what}`,
    ...(cause === null ? [] : ['   The log says:', ...cause.split('\n').map((line) => `     ${line}`)]),
    `   ${again}`,
    ...commands.map((command) => `     ${command}`),
    '',
  ];
}

function wrapped(first: string, text: string, separator: string): string[] {
  const lines = [first];
  for (const part of text.split(separator)) {
    const last = lines[lines.length - 1];
    if (last.length + part.length > WIDTH) lines.push(`  ${part}${separator}`);
    else lines[lines.length - 1] = `${last}${part}${separator}`;
  }
  return lines.map((line) => line.replace(/[, ]+$/, ''));
}
