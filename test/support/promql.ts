import { parser } from '@prometheus-io/lezer-promql';

export interface PromqlPart {
  readonly kind: string;
  readonly text: string;
}

/** The parts of a PromQL expression, by Prometheus's own grammar; `error`: what is not in it. */
export function partsOf(expression: string): PromqlPart[] {
  const parts: PromqlPart[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, type, from, to }) => {
      const kind = type.isError ? 'error' : name;
      parts.push({ kind, text: expression.slice(from, to) });
    },
  });
  return parts;
}

/** The metrics that it reads, by the names that they are exported under: a histogram is read by its buckets. */
export function metricsIn(expression: string): string[] {
  return partsOf(expression).flatMap(({ kind, text }) =>
    kind === 'Identifier' ? text.replace(/_bucket$/, '') : [],
  );
}
