import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { metricsIn, partsOf } from '../support/promql.js';
import { startApp, type TestServer } from '../support/start-app.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const { groups } = parse(read('deploy/alerts.yaml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

describe('deploy/alerts.yaml', () => {
  let server: TestServer;
  let offered: Set<string>;
  beforeAll(async () => {
    server = await startApp();
    const text = await (await fetch(`${server.url}/metrics`)).text();
    offered = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  });
  afterAll(() => server.close());

  it.each(rules)('$alert: its expression is PromQL over existing metrics', (rule) => {
    expect(partsOf(rule.expr).filter(({ kind }) => kind === 'error')).toEqual([]);
    const metrics = metricsIn(rule.expr);
    expect(metrics).not.toEqual([]);
    const missing = metrics.filter((name) => name !== 'up' && !offered.has(name)); // `up` is Prometheus's own
    expect(missing).toEqual([]);
  });

  it.each(rules)('$alert states its severity, and docs/operate/runbook.md what to do', (rule) => {
    expect(['critical', 'warning']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).toMatch(/\.$/);
    expect(read('docs/operate/runbook.md')).toContain(`| \`${rule.alert}\` |`);
  });

  it('docs/operate/reference.md only names existing metrics', () => {
    const told = [...read('docs/operate/reference.md').matchAll(/`((?:hearth|nodejs)_\w+)/g)].map(
      ([, name]) => name,
    );
    expect(told.length).toBeGreaterThan(5);
    expect(told.filter((name) => !offered.has(name))).toEqual([]);
  });
});
