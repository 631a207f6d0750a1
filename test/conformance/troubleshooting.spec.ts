import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { doctorFindings } from '../../scripts/doctor-findings.js';
import { hasWords, patternOf, VALUE } from '../../scripts/printed-words.js';
import { passedOn, REFUSAL, refusalPlaces, sources, startRefusals } from '../../scripts/start-refusals.js';
import { TROUBLESHOOTING_DOCS } from '../../scripts/troubleshooting-docs.js';
import { checkSettings } from '../../src/admin/doctor/settings-checks.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { SettingsError } from '../../src/platform/config/settings-error.js';
import { SETTING_NAMES } from '../../src/platform/config/settings.js';
import { Errors } from '../../src/platform/errors/catalogue.js';
import { OAUTH_ERRORS } from '../../src/platform/errors/oauth-errors.js';
import { Problems } from '../../src/platform/errors/problems.js';

const page = readFileSync(TROUBLESHOOTING_DOCS, 'utf8');
const code = sources().map((path): [string, string] => [path, readFileSync(path, 'utf8')]);
const refusals = Object.values(startRefusals()).flat();
const findings = doctorFindings();

const absent = (texts: readonly string[]): string[] => texts.filter((text) => !page.includes(text));
const matches = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, found]) => found);

describe('docs/reference/troubleshooting.md', () => {
  it('has every error of the catalogue, every OAuth error, and every problem of the administration', () => {
    const types = [
      ...Object.values(Problems).map(({ type }) => type),
      ...Object.values(Errors).map(({ problem }) => problem),
    ];
    expect(absent(Object.values(Errors).map(({ name }) => `\`${name}\``))).toEqual([]);
    expect(absent(Object.keys(OAUTH_ERRORS).map((error) => `\`${error}\``))).toEqual([]);
    expect(absent(types.flatMap((type) => (type === null ? [] : `\`${type}\``)))).toEqual([]);
  });

  it('has every refusal of a start, in the words that are printed', () => {
    expect(refusals.length).toBeGreaterThan(90);
    expect(absent(refusals)).toEqual([]);
  });

  it('has everything that the doctor finds, in its words, with the advice', () => {
    expect(findings.length).toBeGreaterThan(40);
    expect(absent(findings.flatMap(({ check, details }) => [check, ...details.filter(hasWords)]))).toEqual(
      [],
    );
    const withoutLinks = page.replace(/\[[^\]]*\]\(([^)]*)\)/g, '$1').replaceAll('../', 'docs/');
    const sentences = findings.flatMap(({ advice }) => advice.flatMap((text) => text.split(/ \(docs|\. /)));
    expect(sentences.filter((text) => !withoutLinks.includes(text.replace(/^\/[\w./#-]*\)/, '')))).toEqual(
      [],
    );
  });

  it('names no error, problem or setting that does not exist', () => {
    const names = new Set<string>(Object.values(Errors).map(({ name }) => name));
    expect(matches(/\b(A?Fiz[A-Z]\w+)/g).filter((name) => !names.has(name))).toEqual([]);
    const settings = matches(/`([A-Z]+_[A-Z_]+)[`=]/g);
    expect(settings.length).toBeGreaterThan(15);
    expect(settings.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  });

  it('quotes what people see from the sources, under "What you see"', () => {
    const [, seen] = /## What you see\n(.*?)\n## /s.exec(page) ?? [];
    const cells = seen.split('\n').flatMap((line) => /^\| (.*?) \| /.exec(line)?.[1] ?? []);
    const quoted = cells.flatMap((cell) =>
      [...cell.matchAll(/"([^"]+)"|`([^`]+)`/g)].map(([, a, b]) => a ?? b),
    );
    const said = [
      readFileSync('src/platform/pages/texts/en.json', 'utf8'),
      ...code.map(([, text]) => text),
    ].join('\n');
    expect(quoted.length).toBeGreaterThan(25);
    expect(quoted.filter((text) => !said.includes(text) && !SEEN_ELSEWHERE.includes(text))).toEqual([]);
  });
});

/** Put together from parts, or printed by a shell. */
const SEEN_ELSEWHERE = ['Hearth cannot start.', 'hearth: command not found'];

describe('the words that sources print', () => {
  it('are read at every place that refuses a start', () => {
    const counted = code.flatMap(([path, text]) =>
      [...text.matchAll(new RegExp(`new ${REFUSAL}\\(`, 'g'))].map(() => path),
    );
    expect(refusalPlaces().map(({ path }) => path)).toEqual(counted);
    expect(code.filter(([, text]) => new RegExp(`extends ${REFUSAL}|${REFUSAL} as `).test(text))).toEqual([]);
  });

  it('are the words of another place where one only passes them on', () => {
    expect(passedOn().map(({ path }) => path)).toEqual(['src/platform/config/load-config.ts']); // of SETTINGS
  });

  it('are read at every place where the doctor finds something', () => {
    const files = code.filter(
      ([path]) => path.startsWith('src/admin/doctor/') || path.endsWith('commands/doctor.ts'),
    );
    const calls = files.flatMap(([, text]) => [...text.matchAll(/(?<!function )\b(problem|warning)\(/g)]);
    const views = files.flatMap(([, text]) => [...text.matchAll(/result: '(problem|warning)'[,;} ]/g)]);
    expect(findings).toHaveLength(calls.length);
    expect(views).toHaveLength(4); // the functions themselves, two in each program
    for (const { details, advice } of findings) expect([...details, ...advice].some(hasWords)).toBe(true);
  });

  it.each<Record<string, string>>([
    { PORT: 'x' },
    { PUBLIC_URL: 'https://a.example/path' },
    { PUBLIC_URL: 'https://me@a.example' },
    { DATABASE_URL: 'postgres://a%' },
    { DATABASE_URL: 'postgres://a/b?options=x' },
    { DATABASE_POOLER: 'session' },
    { NODE_NAME: 'a b' },
    { MAIL_FROM: 'nobody' },
    { TLS_CERT: '/nowhere', TLS_KEY: '/nowhere' },
    { TLS_KEY: '/nowhere' },
    { TRUST_PROXY: 'everybody' },
    { PASSKEY_ORIGINS: 'here' },
    { SECURITY_CONTACT: 'https://a b' },
    { SMS_COUNTRIES: ',' },
    { UNREGISTERED_CLIENTS: 'true' },
    { AUDIT_RETENTION: 'all=1' },
    { NODE_ENV: 'production' },
  ])('match what is printed for %o', (variables) => {
    expect(matching(printedFor(variables), refusals)).not.toEqual([]);
  });

  it('match what the doctor finds', () => {
    const config = loadConfig({
      PUBLIC_URL: 'https://accounts.example',
      BCRYPT_COST: '4',
      ALLOW_INSECURE_HTTP: 'true',
    });
    const found = checkSettings(config, new Date()).filter(({ result }) => result !== 'ok');
    expect(found.map(({ name }) => name)).toEqual(['environment', 'passwords', 'plain HTTP', 'TLS']);
    for (const { name, result, detail } of found) {
      const same = findings.filter((finding) => finding.check === name && finding.result === result);
      expect(
        matching(
          [detail],
          same.flatMap(({ details }) => details),
        ),
      ).toHaveLength(1);
    }
  });
});

/** The lines that a start with these settings is refused with. */
function printedFor(variables: Record<string, string>): string[] {
  try {
    loadConfig(variables);
  } catch (cause) {
    if (cause instanceof SettingsError) return cause.message.split('\n');
    throw cause;
  }
  return [];
}

/** Which of the words stand for the printed lines; fewer than one for each line: none. */
function matching(lines: readonly string[], words: readonly string[]): string[] {
  const found = lines.map((line) => words.find((text) => text !== VALUE && patternOf(text).test(line)));
  return found.every((text) => text !== undefined) ? found : [];
}
