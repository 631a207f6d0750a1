import 'reflect-metadata';
import { resolve } from 'node:path';
import { Transform, Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, IsUrl, Max, Min, MinLength, ValidateIf } from 'class-validator';
import { yesOrNo } from '../checks/form.js';
import { Rule } from '../checks/rule.js';
import { SettingsError } from './settings-error.js';

/** What every kind of setting declares. */
interface Declared {
  /** The environment variable. */
  readonly name: string;
  /** Its purpose, for `.env.example` and docs/operate/settings.md. */
  readonly about: string;
  /** A value for `.env.example`, if there is no default. */
  readonly example?: string;
  /** Required in production, where a default would silently break links, issuer and cookies: what to set there. */
  readonly needed?: string;
  /** `whole`: only whether it is set is ever shown. `credentials`: a URL that may contain some; only its host is shown. */
  readonly secret?: 'whole' | 'credentials';
  /** What a value of the wrong form is refused with, after the name; undefined: any text will do, or `rule` says it. */
  readonly must?: string;
  /** A further rule, which may depend on other settings (`all`, by their environment variables). */
  readonly rule?: (given: string, all: Given) => string | null;
}

type Given = Readonly<Record<string, unknown>>;

/** The text for a secret that is not set. */
export const NOT_SET = 'not set';

/** A setting. @template V the type of its member of AppConfig */
export interface Setting<V = unknown> extends Declared {
  /** The default, as it would be written in the environment. */
  readonly initial?: string | number | boolean;
  /** Decorators of class-validator and class-transformer, in the order in which they are checked. */
  readonly form: readonly PropertyDecorator[];
  /** The value of the member of AppConfig. @param given a valid value; undefined: not set */
  readonly valueOf: (given: unknown) => V;
}

export type Settings = Readonly<Record<string, Setting>>;

/** The values of a table of settings. */
export type ValuesOf<T extends Settings> = {
  readonly [Name in keyof T]: ReturnType<T[Name]['valueOf']>;
};

/** null without a default. */
type OrNull<S, V> = S extends { readonly initial: V } ? V : V | null;

/** A whole number within bounds, inclusive. */
export function whole(
  declared: Declared & { readonly least: number; readonly most: number; readonly initial: number },
): Setting<number> {
  const must = `must be a whole number from ${declared.least} to ${declared.most}`;
  const rules = [IsInt(saying(must)), Min(declared.least, saying(must)), Max(declared.most, saying(must))];
  return simple({ ...declared, must }, [Type(() => Number), ...rules]);
}

export function choice<
  const V extends string,
  const S extends Declared & { readonly choices: readonly V[]; readonly initial?: NoInfer<V> },
>(declared: S & { readonly choices: readonly V[] }): Setting<OrNull<S, V>> {
  const must = `must be one of ${declared.choices.join(', ')}`;
  return simple({ ...declared, must }, [IsIn(declared.choices, saying(must))]);
}

/** true or false, also 1 and 0. */
export function flag<S extends Declared & { readonly initial?: boolean }>(
  declared: S,
): Setting<OrNull<S, boolean>> {
  const must = 'must be true or false';
  const read = Transform(({ value }: { value: string }) => yesOrNo(value));
  return simple({ ...declared, must }, [read, IsIn([true, false], saying(must))]);
}

export function text<S extends Declared & { readonly shortest?: number; readonly initial?: string }>(
  declared: S,
): Setting<OrNull<S, string>> {
  const { shortest } = declared;
  if (shortest === undefined) return simple(declared, [IsString()]);
  const must = `must have at least ${shortest} characters`;
  return simple({ ...declared, must }, [MinLength(shortest, saying(must))]);
}

/** The path of a file or folder; made absolute. */
export function path<S extends Declared & { readonly initial?: string }>(
  declared: S,
): Setting<OrNull<S, string>> {
  const { valueOf, ...rest } = text(declared);
  const absolute = (value: string | null) => (value === null ? null : resolve(value)) as OrNull<S, string>;
  return { ...rest, valueOf: (given) => absolute(valueOf(given)) };
}

/** A URL that may contain credentials; its host may be an internal name such as `db`. */
export function url(
  declared: Omit<Declared, 'secret'> & {
    readonly schemes: readonly string[];
  },
): Setting<string | null> {
  const { schemes, ...rest } = declared;
  const begins = schemes.map((scheme) => `${scheme}://`).join(' or ');
  const must = `must be a URL that begins with ${begins}${rest.example ? `, such as ${rest.example}` : ''}`;
  const options = { protocols: [...schemes], require_protocol: true, require_tld: false };
  return simple({ ...rest, must, secret: 'credentials' }, [IsUrl(options, saying(must))]);
}

/** Text with a format of its own. @param declared `read` parses it, or throws a SettingsError */
export function parsed<V, U>(
  declared: Declared & { readonly initial?: string; readonly read: (given: string) => V; readonly unset: U },
): Setting<V | U> {
  const { read, unset, ...rest } = declared;
  const form = Rule((given) => problemIn(() => read(given)));
  const valueOf = (given: unknown) => (typeof given === 'string' ? read(given) : unset);
  return { ...rest, form: [form], valueOf };
}

function simple<V>(
  declared: Declared & { readonly initial?: Setting['initial'] },
  form: readonly PropertyDecorator[],
): Setting<V> {
  return { ...declared, form, valueOf: (given) => (given ?? declared.initial ?? null) as V };
}

function saying(must: string): { message: string } {
  return { message: `$property ${must}` };
}

/** The message of the SettingsError that `read` throws; null: none. */
export function problemIn(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (cause) {
    if (cause instanceof SettingsError) return cause.message;
    throw cause;
  }
}

/** A class for check() whose members are the environment variables. */
export function rulesOf(settings: Settings): new () => Given {
  class Environment {}
  for (const { name, form, rule, needed } of Object.values(settings)) {
    const all = [...(needed === undefined ? [IsOptional()] : neededInProduction(needed)), ...form];
    if (rule) all.push(Rule<Given>(rule));
    for (const decorate of all) decorate(Environment.prototype, name);
  }
  return Environment as new () => Given;
}

function neededInProduction(what: string): PropertyDecorator[] {
  const isMissing = (given: unknown, { NODE_ENV }: Given) => given === undefined && NODE_ENV === 'production';
  return [
    ValidateIf((all: Given, given) => given !== undefined || isMissing(given, all)),
    Rule<Given, unknown>((given, all) =>
      isMissing(given, all) ? `must be set in production: ${what}` : null,
    ),
  ];
}

/** @param given valid values, by their environment variables */
export function valuesOf<T extends Settings>(settings: T, given: Given): ValuesOf<T> {
  const values = Object.entries(settings).map(([name, setting]) => [
    name,
    setting.valueOf(given[setting.name]),
  ]);
  return Object.fromEntries(values) as ValuesOf<T>;
}

/** What the console and the administration API show of a setting; null: not set. */
export type ShownSetting = string | number | boolean | null;

/** Returns the value to show. Nothing else may show a setting: this hides secrets. @param value the member of AppConfig */
export function shownOf({ secret }: Setting, value: unknown): ShownSetting {
  switch (secret) {
    case 'whole':
      return presence(value);
    case 'credentials':
      return typeof value === 'string' ? hostOf(value) : null;
    case undefined:
      return printed(value);
  }
}

function presence(value: unknown): string {
  if (Array.isArray(value) && value.length > 1) return `${value.length} set, the newest first`;
  return value === null ? NOT_SET : 'set';
}

const SEVERAL_HOSTS = /^(\w+:\/\/)(?:[^/?#]*@)?([\w.%-]+(?::\d+)?(?:,[\w.%-]+(?::\d+)?)+)(?:[/?#]|$)/;

/** Shows only the hosts: credentials may be before the @, and in the path or query. A socket's folder is in the query. */
function hostOf(address: string): string {
  const [, scheme, hosts] = SEVERAL_HOSTS.exec(address) ?? [];
  if (hosts !== undefined) return scheme + hosts;
  if (!URL.canParse(address)) return 'set';
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}

/** Lists and objects on one line: `a, b`, `signin=90, token=30`. */
function printed(value: unknown): ShownSetting {
  if (typeof value !== 'object' || value === null) return value as ShownSetting;
  const parts = Array.isArray(value) ? value : Object.entries(value).map((pair) => pair.join('='));
  return parts.join(', ') || null;
}
