import { Type } from 'class-transformer';
import { IsInt, Max, Min, ValidateIf } from 'class-validator';
import { Rule } from '../checks/rule.js';

const WIDTH = 118;
const HEAD = `# Every setting Hearth reads. Copy to .env and change what you need; what is commented out is optional.
# Times are in seconds. A malformed value stops the start with a message that names it.
`;

interface Described {
  readonly name: string;
  readonly about: string;
  readonly example: string;
}

interface InEnvironment {
  readonly NODE_ENV: string;
}

const SETTINGS: Described[] = [];

/** What a setting is for, in `.env.example`. @param example of one that has no default */
export function Setting(about: string, example = ''): PropertyDecorator {
  return (_, name) => void SETTINGS.push({ name: String(name), about, example });
}

/** Their names, in the order in which they are declared. */
export function settingNames(): string[] {
  return SETTINGS.map(({ name }) => name);
}

/** A whole number, both bounds included. */
export function Whole(least: number, most: number): PropertyDecorator {
  return (prototype, name) => {
    for (const rule of [Max(most), Min(least), IsInt(), Type(() => Number)]) rule(prototype, String(name));
  };
}

/** Its default elsewhere would be wrong there, in links, issuer and cookies, without a word. Stands last: it is judged first. */
export function NeededInProduction(what: string): PropertyDecorator {
  const isMissing = (value: unknown, { NODE_ENV }: InEnvironment) =>
    value === undefined && NODE_ENV === 'production';
  return (prototype, name) => {
    ValidateIf((env: InEnvironment, value) => value !== undefined || isMissing(value, env))(
      prototype,
      String(name),
    );
    Rule<InEnvironment, unknown>((value, env) =>
      isMissing(value, env) ? `must be set in production: ${what}` : null,
    )(prototype, name);
  };
}

/** `.env.example`: every setting with its default; one that has none is commented out. */
export function printSettings(defaults: object): string {
  const entries = SETTINGS.map(({ name, about, example }) => {
    const value = (defaults as Readonly<Record<string, string | number | boolean | undefined>>)[name];
    const line = value === undefined ? `#${name}=${example}` : `${name}=${value}`;
    return `${commented(about)}\n${line}\n`;
  });
  return [HEAD, ...entries].join('\n');
}

function commented(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1];
    if (last !== '' && last.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => `# ${line}`).join('\n');
}
