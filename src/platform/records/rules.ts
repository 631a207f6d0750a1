import type { FieldError } from '../errors/problems.js';
import { fieldsIn, type AnyField, type Fields, type FieldRule } from './field.js';

/** The rule for the whole value of a field; for a list it names each invalid line. */
export function ruleOf(field: AnyField): FieldRule<unknown> | null {
  if (!('rule' in field) || !field.rule) return null;
  if (field.kind === 'json') return field.rule as FieldRule<unknown>;
  const { rule } = field;
  if (field.kind === 'text') return rule as FieldRule<unknown>;
  return async (lines) => {
    const all = lines as string[];
    const found = await Promise.all(all.map((line, at) => namedProblem(rule, line, lineOf(at, all))));
    return found.filter((problem) => problem !== null).join('; ') || null;
  };
}

/** " (line 3)"; nothing for the only one. */
export function lineOf(at: number, lines: readonly unknown[]): string {
  return lines.length > 1 ? ` (line ${at + 1})` : '';
}

async function namedProblem(rule: FieldRule<string>, line: string, where: string): Promise<string | null> {
  const problem = await rule(line);
  return problem === null ? null : `${JSON.stringify(line.slice(0, LONGEST_QUOTE))}${where} ${problem}`;
}

const LONGEST_QUOTE = 200;

/** The errors of a record that is created or changed, by field. Absent and null members have none. */
export async function brokenRules(fields: Fields, record: object): Promise<FieldError[]> {
  const values = record as Readonly<Record<string, unknown>>;
  const checks = fieldsIn(fields).map(async ([name, field]) => {
    const rule = ruleOf(field);
    const value = values[name] ?? null;
    const message = rule === null || value === null ? null : await rule(value);
    return message === null ? [] : [{ field: name, message }];
  });
  return (await Promise.all(checks)).flat();
}
