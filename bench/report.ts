import type { Measurement } from './options.js';
import type { Sample } from './default-mode.js';
import type { StartTimes } from './start-times.js';
import { median } from './support/process-figures.js';

type Samples = ReadonlyMap<Measurement, readonly Sample[]>;

export const TITLES: Partial<Record<Measurement, string>> = {
  empty: 'empty NestJS controller on Express',
  select: 'bare node:http, one named SELECT',
  bearer: 'Bearer accgetloggedaccount',
  miss: '  the same, token not in memory',
  ping: 'accping of a client',
  mac: 'MAC accgetloggedaccount',
  dpop: 'DPoP accgetloggedaccount',
  refresh: 'refresh, its token stays',
  code: 'authorization_code',
  introspect: 'introspection',
  client: 'client_credentials',
  password: 'password tokens',
  bcrypt: 'bare bcrypt',
  storm: 'Bearer, 16 logins in flight',
};

/** As a ratio to the empty controller. */
const RATIO_TARGETS: Partial<Record<Measurement, number>> = {
  bearer: 1.8,
  mac: 1.2,
  dpop: 0.36, // 0.3 of MAC
  refresh: 0.8,
  client: 1.6,
  code: 0.75,
  introspect: 2,
};
const P99_TARGET = 1.3;
const LOGIN_TARGET = 0.85;
const RSS_TARGET_MB = 200;
const START_TARGET_MS = 2000;
/** Share of the core below which another process was competing for it. */
const QUIET = 0.9;

const HEADER = [
  '',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'PG µs',
  'core',
  '/ empty',
  '/ SELECT',
  'target',
  '',
  'generator',
];

export function reportRates(samples: Samples): string {
  const rows = [...samples.keys()].map((name) => rateRow(samples, name));
  const legend =
    '/ empty: compared with the empty controller just before and after.\n' +
    'CPU µs: processor time of the server per request; PG µs: of PostgreSQL. core: how much of its core the server got;\n' +
    'an empty controller takes all it can get, so what it lacks there was taken by other processes.';
  return `${table([HEADER, ...rows])}\n\n${legend}${warning(samples)}`;
}

function rateRow(samples: Samples, name: Measurement): string[] {
  const of = (figure: keyof Sample): number => middle(samples, name, figure);
  const rate = of('perSecond');
  const toEmpty = of('toEmpty');
  const target = RATIO_TARGETS[name];
  return [
    TITLES[name] ?? name,
    digits(rate, rate < 100 ? 2 : 0),
    digits(of('p50'), 2),
    digits(of('p99'), 2),
    digits(of('cpu'), 1),
    digits(of('postgres'), 1),
    percent(of('core')),
    digits(toEmpty, 2),
    digits(rate / middle(samples, 'select', 'perSecond'), 2),
    ...(target === undefined ? ['', ''] : [`≥ ${target}`, toEmpty >= target ? 'ok' : 'short']),
    percent(of('busy')),
  ];
}

/** A warning if the figures can't be trusted. */
function warning(samples: Samples): string {
  const core = middle(samples, 'empty', 'core');
  if (!(core < QUIET)) return '';
  return `\nNOT A QUIET MACHINE: the empty controller got ${percent(core)} of its core; compare CPU µs, not the rates.`;
}

export function reportRest(samples: Samples, rss: number | null, starts: StartTimes | null): string {
  const rows: string[][] = [];
  const atMost = (title: string, value: number, target: number, unit: string, places = 0): void => {
    if (Number.isNaN(value)) return;
    rows.push([
      title,
      `${digits(value, places)}${unit}`,
      `≤ ${target}${unit}`,
      value <= target ? 'ok' : 'short',
    ]);
  };
  const logins = middle(samples, 'password', 'perSecond') / middle(samples, 'bcrypt', 'perSecond');
  atMost('Bearer p99 during the login storm / without', p99Ratio(samples), P99_TARGET, '', 2);
  if (!Number.isNaN(logins)) {
    const verdict = logins >= LOGIN_TARGET ? 'ok' : 'short';
    rows.push(['logins per second / bare bcrypt', digits(logins, 2), `≥ ${LOGIN_TARGET}`, verdict]);
  }
  const during = middle(samples, 'storm', 'loginsPerSecond');
  if (!Number.isNaN(during)) rows.push(['logins per second during the storm', digits(during, 2), '', '']);
  if (rss !== null) atMost('memory (RSS) after the load', rss, RSS_TARGET_MB, ' MB');
  if (starts) {
    rows.push(['first start, new embedded database', `${digits(starts.firstEmbedded, 0)} ms`, '', '']);
    atMost('start on an existing embedded database', starts.embedded, START_TARGET_MS, ' ms');
    rows.push(['  the same, not pinned to one core', `${digits(starts.embeddedUnpinned, 0)} ms`, '', '']);
    if (starts.postgres !== null)
      rows.push(['start on PostgreSQL', `${digits(starts.postgres, 0)} ms`, '', '']);
  }
  return table(rows);
}

function p99Ratio(samples: Samples): number {
  const without = samples.get('bearer') ?? [];
  const ratios = (samples.get('storm') ?? []).map(({ p99 }, round) => p99 / (without[round]?.p99 ?? NaN));
  return ratios.length === 0 ? NaN : median(ratios);
}

/** The median over all rounds; NaN if it was not measured. */
function middle(samples: Samples, name: Measurement, figure: keyof Sample): number {
  const values = (samples.get(name) ?? []).map((sample) => sample[figure] ?? NaN);
  return values.length === 0 ? NaN : median(values);
}

function percent(share: number): string {
  return Number.isNaN(share) ? '' : `${digits(share * 100, 0)} %`;
}

export function digits(value: number, places: number): string {
  if (Number.isNaN(value)) return '';
  return value.toLocaleString('en-GB', { minimumFractionDigits: places, maximumFractionDigits: places });
}

/** Aligned columns: the first to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const cell = (text: string, column: number): string =>
    column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column]);
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
}
