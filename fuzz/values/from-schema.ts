import type { Random } from '../random.js';
import type { Document, Schema } from '../surface/document.js';

const OPTIONAL_PERCENT = 45;

/** Provides values by a member's name where more is known than its schema; otherwise undefined. */
type Known = (name: string, schema: Schema) => unknown;

/** A value that matches the schema; known members by their names. */
export function fromSchema(
  given: Schema,
  document: Document,
  random: Random,
  known: Known,
  name = '',
): unknown {
  const schema = document.resolve(given);
  const value = name === '' ? undefined : known(name, schema);
  if (value !== undefined) return value;
  if (Array.isArray(schema.enum)) return random.pick(schema.enum as unknown[]);
  if (schema.nullable === true && random.chance(40)) return null;
  switch (schema.type) {
    case 'object':
      return objectFrom(schema, document, random, known);
    case 'array':
      return Array.from({ length: random.below(3) }, () =>
        fromSchema((schema.items ?? {}) as Schema, document, random, known, name),
      );
    case 'boolean':
      return random.chance(50);
    case 'number':
    case 'integer':
      return random.between(0, 1000);
    default:
      return textFrom(schema, random);
  }
}

function objectFrom(schema: Schema, document: Document, random: Random, known: Known): object {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const required = (schema.required ?? []) as string[];
  const sent = properties.filter(([name]) => required.includes(name) || random.chance(OPTIONAL_PERCENT));
  return Object.fromEntries(
    sent.map(([name, property]) => [name, fromSchema(property, document, random, known, name)]),
  );
}

/** The value of a parameter, whose schema is flat. */
export function textFrom(schema: Schema, random: Random): string {
  if (Array.isArray(schema.enum)) return String(random.pick(schema.enum as unknown[]));
  if (schema.type === 'boolean') return random.pick(['true', 'false', '1', '0', 'TRUE']);
  if (schema.pattern === '^\\d{1,19}$')
    return `${random.between(5, 9)}${random.digits(random.between(8, 17))}`; // not in use
  if (schema.format === 'date-time')
    return new Date(Date.now() + random.between(1, 1e6) * 1000).toISOString();
  if (typeof schema.example === 'string' && random.chance(50)) return schema.example;
  const { minLength = 1, maxLength = 20 } = schema as { minLength?: number; maxLength?: number };
  return random.letters(random.between(minLength, Math.max(minLength, Math.min(maxLength, 20))));
}
