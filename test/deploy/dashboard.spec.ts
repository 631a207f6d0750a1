import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { Metrics } from '../../src/platform/telemetry/metrics.js';
import { metricsIn, partsOf } from '../support/promql.js';
import { startApp, type TestServer } from '../support/start-app.js';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const { panels } = JSON.parse(read('deploy/grafana-dashboard.json')) as { panels: Panel[] };
const shown = panels.filter(({ targets }) => targets);
const targets = shown.flatMap(({ title, targets: of = [] }) =>
  of.map(({ expr, legendFormat }) => ({
    title,
    // Grafana's own, of four scrapes at least.
    expr: expr.replaceAll('$__rate_interval', '5m'),
    legend: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label),
  })),
);
/** Labels that Prometheus adds, and the one of a histogram's buckets. */
const ADDED = ['instance', 'job', 'le'];

describe('deploy/grafana-dashboard.json', () => {
  let server: TestServer;
  let offered: string;
  beforeAll(async () => {
    server = await startApp();
    offered = await (await fetch(`${server.url}/metrics`)).text();
  });
  afterAll(() => server.close());

  const isOffered = (name: string): boolean => name === 'up' || offered.includes(`# TYPE ${name} `);
  const labelsOf = (name: string): string[] =>
    (server.get(Metrics).registry.getSingleMetric(name) as unknown as { labelNames?: string[] } | undefined)
      ?.labelNames ?? [];

  it.each(targets)('$title: $expr is PromQL over existing metrics and their labels', ({ expr, legend }) => {
    const parts = partsOf(expr);
    expect(parts.filter(({ kind }) => kind === 'error')).toEqual([]);
    const metrics = metricsIn(expr);
    expect(metrics).not.toEqual([]);
    expect(metrics.filter((name) => !isOffered(name))).toEqual([]);
    const used = parts.filter(({ kind }) => kind === 'LabelName').map(({ text }) => text);
    const known = [...ADDED, ...metrics.flatMap(labelsOf)];
    expect([...used, ...legend].filter((label) => !known.includes(label))).toEqual([]);
    if (/\bby\b/.test(expr)) expect(legend.filter((label) => !used.includes(label))).toEqual([]);
  });

  it('shows every metric that docs/operate/reference.md tells operators to watch', () => {
    const told = [...read('docs/operate/reference.md').matchAll(/^\| .*/gm)].flatMap(([row]) =>
      [...row.split('|')[1].matchAll(/`((?:hearth|nodejs)_\w+)/g)].map(([, name]) => name),
    );
    expect(told.length).toBeGreaterThan(20);
    const all = new Set(targets.flatMap(({ expr }) => metricsIn(expr)));
    expect(told.filter((name) => !all.has(name))).toEqual([]);
  });

  it('says of each panel what to make of it, and lays none over another', () => {
    expect(shown.filter(({ description }) => !description?.endsWith('.')).map(({ title }) => title)).toEqual(
      [],
    );
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
  });
});
