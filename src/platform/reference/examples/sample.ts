import { resolved, type ApiDescription, type Schema } from '../document.js';
import { VALUES } from './values.js';

/** A text that begins with this is the name of a file to send. */
export const FILE = '@';

const DEEPEST = 8;
const MOMENT = '2026-03-01T09:30:00.000Z';

/**
 * A value that the schema describes.
 * @param only the members of the outermost object besides the required ones; absent: all
 */
export function sampleOf(
  schema: Schema,
  document: ApiDescription,
  { name = '', only }: { readonly name?: string; readonly only?: readonly string[] } = {},
): unknown {
  return new Sampler(document).of(schema, name, 0, only);
}

class Sampler {
  constructor(private readonly document: ApiDescription) {}

  of(given: Schema, name: string, depth: number, only?: readonly string[]): unknown {
    const schema = resolved(given, this.document);
    if (schema.example !== undefined) return schema.example;
    const [choice] = schema.anyOf ?? schema.oneOf ?? [];
    if (choice) return this.of(choice, name, depth, only);
    if (schema.properties) return depth < DEEPEST ? this.object(schema, depth, only) : {};
    const named = VALUES[name];
    if (schema.enum) return schema.enum.includes(named) ? named : schema.enum[0];
    if (schema.default !== undefined) return schema.default;
    if (named !== undefined && suits(named, schema)) return named;
    return this.plain(schema, name, depth);
  }

  private object(schema: Schema, depth: number, only?: readonly string[]): object {
    const { properties = {}, required = [] } = schema;
    const isShown = (key: string) => only === undefined || only.includes(key) || required.includes(key);
    const shown = Object.entries(properties).filter(([key]) => isShown(key));
    return Object.fromEntries(shown.map(([key, member]) => [key, this.of(member, key, depth + 1)]));
  }

  private plain(schema: Schema, name: string, depth: number): unknown {
    switch (schema.type) {
      case 'array':
        return schema.items ? [this.of(schema.items, name, depth + 1)] : [];
      case 'integer':
      case 'number':
        return schema.minimum ?? 1;
      case 'boolean':
        return true;
      case 'string':
        return textOf(schema, name);
      default:
        return {};
    }
  }
}

function textOf({ format, pattern }: Schema, name: string): string {
  if (format === 'date-time') return MOMENT;
  if (format === 'binary') return `${FILE}family.jpg`;
  if (format === 'uri' || name.endsWith('Url') || name.endsWith('_uri'))
    return 'https://books.example/callback';
  if (pattern !== undefined && new RegExp(pattern).test('4103')) return '4103';
  if (name.toLowerCase().endsWith('id')) return '4103';
  return name === '' ? 'text' : name;
}

function suits(value: unknown, { type, pattern, maxLength = Infinity }: Schema): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type !== 'string' && type !== undefined) return typeof value === type;
  return (
    typeof value === 'string' &&
    value.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern).test(value))
  );
}
