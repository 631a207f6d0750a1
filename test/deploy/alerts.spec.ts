import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
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

/** The parts of a PromQL expression, by Prometheus's own grammar. */
function partsOf(expression: string): { kind: string; text: string }[] {
  const parts: { kind: string; text: string }[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, type, from, to }) => {
      const kind = type.isError ? 'error' : name;
      parts.push({ kind, text: expression.slice(from, to) });
    },
  });
  return parts;
}

const metricsIn = ({ expr }: Rule): string[] =>
  partsOf(expr).flatMap(({ kind, text }) => (kind === 'Identifier' ? text : []));

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
    const metrics = metricsIn(rule);
    expect(metrics).not.toEqual([]);
    // `up` is Prometheus's own; a histogram is exported under its name and read by its buckets.
    const missing = metrics.filter((name) => name !== 'up' && !offered.has(name.replace(/_bucket$/, '')));
    expect(missing).toEqual([]);
  });

  it.each(rules)('$alert states its severity, and docs/operations.md what to do', (rule) => {
    expect(['critical', 'warning']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).toMatch(/\.$/);
    expect(read('docs/operations.md')).toContain(`| \`${rule.alert}\` |`);
  });

  it('docs/operations.md only names existing metrics', () => {
    const told = [...read('docs/operations.md').matchAll(/`((?:hearth|nodejs)_\w+)/g)].map(
      ([, name]) => name,
    );
    expect(told.length).toBeGreaterThan(5);
    expect(told.filter((name) => !offered.has(name))).toEqual([]);
  });
});
