import type { OpenAPIObject } from '@nestjs/swagger';
import { Errors } from '../src/platform/errors/catalogue.js';

export const CLIENT_CALLS = 'client/src/calls.ts';
export const CLIENT_ERRORS = 'client/src/call-errors.ts';

const HEAD = `/* Made from the OpenAPI document by scripts/client-calls.ts: what the calls take and answer. */

/** 64 bits as digits: more than a number holds exactly. */
export type Long = string;
`;
/** What the document says of a token that is bound to a key, at no call: any of them can be made with one. */
const OF_PROOFS = [Errors.accessTokenProofInvalid.name, Errors.accessTokenProofNonce.name];

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}
interface Response {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Described {
  readonly summary: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Response>>;
}

/** The text of the module with the types of the calls, and the few tables that their results are read by. */
export function clientCalls(document: OpenAPIObject): string {
  const calls = callsOf(document);
  const views = viewsOf(
    document,
    calls.map(({ described }) => resultOf(described)),
  );
  const members = [...views.values()].flatMap(({ properties = {} }) => Object.entries(properties));
  const named = (type: string) =>
    members.filter(([, schema]) => isText(schema) && typeOf(schema) === type).map(([name]) => name);
  const numbers = members.filter(([, schema]) => isText(schema) && /^\d/.test(typeOf(schema)));
  const isTrue = calls.filter(({ described }) => typeOf(resultOf(described)) === 'true');
  const tables = {
    BOOLEANS: named('boolean'),
    NUMBERS: numbers.map(([name]) => name),
    TRUE_RESULTS: isTrue.map(({ name }) => name),
  };
  requireOneTypeEach(members);
  return [
    HEAD,
    ...[...views].map(
      ([name, view]) => `${note(view.description)}export interface ${typeName(name)} ${bodyOf(view)}\n`,
    ),
    `/** The calls by their path below \`/api\`. */\nexport interface Calls {`,
    ...calls.map(({ name, described }) => callOf(name, described)),
    `}\n\nexport type CallName = keyof Calls;\n`,
    `/** On the wire each value is a text. These members are booleans and numbers, and these calls answer \`true\` alone. */`,
    ...Object.entries(tables).map(
      ([name, values]) =>
        `export const ${name}: readonly string[] = ${JSON.stringify([...new Set(values)])};`,
    ),
    '',
  ].join('\n');
}

/** The text of the module with a class for each error of the calls. */
export function clientErrors(document: OpenAPIObject): string {
  const failures = Object.values((document.paths['/api'].post as unknown as Described).responses);
  const told = failures.flatMap(({ description }) => description.split(', '));
  const names = [...new Set([...told, ...OF_PROOFS])].filter((name) => /^A?Fiz/.test(name)).sort();
  const classes = names.map((name) => {
    const meanings = Object.values(Errors).filter((error) => error.name === name);
    const texts = [...new Set(meanings.map(({ status, meaning }) => `${status}: ${meaning}`))];
    return `/** ${texts.join(' Or ')} */\nexport class ${name} extends CallError {}`;
  });
  return `/* Made from the OpenAPI document by scripts/client-calls.ts: a class for each error of the calls. */
import { CallError } from './errors.js';

${classes.join('\n')}

/** By the name in the answer. */
export const CALL_ERRORS: Readonly<Record<string, typeof CallError | undefined>> = { ${names.join(', ')} };
`;
}

function callsOf({ paths }: OpenAPIObject): { name: string; described: Described }[] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .map(([path, { post }]) => ({
      name: path.slice('/api/'.length),
      described: post as unknown as Described,
    }));
}

function callOf(name: string, described: Described): string {
  const args = Object.values(described.requestBody?.content ?? {}).at(0)?.schema ?? {};
  return `${note(described.summary)}'${name}': { readonly args: ${bodyOf(args)}; readonly result: ${typeOf(resultOf(described))} };`;
}

/** What the results consist of, by name. */
function viewsOf({ components }: OpenAPIObject, results: readonly Schema[]): Map<string, Schema> {
  const views = new Map<string, Schema>();
  const needed = [...results];
  for (let schema = needed.pop(); schema; schema = needed.pop()) {
    const name = referenced(schema);
    if (name === null || views.has(name)) continue;
    const view = components?.schemas?.[name] as Schema;
    views.set(name, view);
    needed.push(...Object.values(view.properties ?? {}).map((member) => member.items ?? member));
  }
  return views;
}

/** What the call answers, out of its envelope. */
function resultOf({ responses }: Described): Schema {
  const schema = responses[200].content?.['application/json'].schema ?? {};
  return schema.properties?.a01.properties?.r.properties?.r ?? schema;
}

function bodyOf({ properties = {}, required = [] }: Schema): string {
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `${note(schema.description)}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`,
  );
  return members.length === 0 ? 'Record<string, never>' : `{\n${members.join('\n')}\n}`;
}

/** In TypeScript: truth values and small numbers as such, though they are texts on the wire. */
function typeOf(schema: Schema): string {
  const { type, format: kind, pattern, enum: values, items } = schema;
  const name = referenced(schema);
  if (name !== null) return typeName(name);
  if (type === 'array' && items) return `readonly ${typeOf(items)}[]`;
  if (kind === 'binary') return 'Blob';
  if (values?.join() === 'true,false') return 'boolean';
  if (values?.join() === 'true') return 'true';
  if (values) return values.map((value) => (/^\d$/.test(value) ? value : `'${value}'`)).join(' | ');
  if (pattern?.includes('\\d{1,19}')) return 'Long';
  return type === 'integer' ? 'number' : (type ?? 'unknown');
}

/** A member is read only by its name. */
function requireOneTypeEach(members: readonly [string, Schema][]): void {
  const kind = (schema: Schema) => (/^(boolean|\d)/.test(typeOf(schema)) ? typeOf(schema) : 'as it is');
  const types = new Map<string, string>();
  for (const [name, schema] of members) {
    const [before, now] = [types.get(name) ?? kind(schema), kind(schema)];
    if (before !== now) throw new Error(`${name} is ${before} here and ${now} there`);
    types.set(name, now);
  }
}

function isText({ type }: Schema): boolean {
  return type === 'string';
}

function referenced({ $ref }: Schema): string | null {
  return $ref?.split('/').at(-1) ?? null;
}

/** `FamilyView` is a class of the server; callers know a `Family`. */
function typeName(view: string): string {
  return view.replace(/View$/, '');
}

function note(text: string | undefined): string {
  return text ? `/** ${text.replaceAll('*/', '* /')} */\n` : '';
}
