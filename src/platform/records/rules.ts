import type { FieldError } from '../errors/problems.js';
import { fieldsIn, type Field, type Fields, type Rule } from './field.js';

/** The rule for the whole value of a field; for a list it names each invalid line. */
export function ruleOf(field: Field): Rule<unknown> | null {
  if (!('rule' in field) || !field.rule) return null;
  if (field.kind === 'json') return field.rule as Rule<unknown>;
  const { rule } = field;
  if (field.kind === 'text') return rule as Rule<unknown>;
  return async (lines) => {
    const found = await Promise.all((lines as string[]).map((line) => namedProblem(rule, line)));
    return found.filter((problem) => problem !== null).join('; ') || null;
  };
}

async function namedProblem(rule: Rule<string>, line: string): Promise<string | null> {
  const problem = await rule(line);
  return problem === null ? null : `${JSON.stringify(line.slice(0, LONGEST_QUOTE))} ${problem}`;
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
