import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { wordingsOf } from './support/written-words.js';

interface Habit {
  readonly pattern: RegExp;
  readonly better: string;
  /** A made-up text that the pattern finds. */
  readonly breach: string;
}

/** Habits that make English hard to read, and the words to use. */
const HABITS: readonly Habit[] = [
  { pattern: /\bof before\b/i, better: 'earlier', breach: 'Deletes the codes of before.' },
  { pattern: /^(The|A) same\b/i, better: 'the whole statement', breach: 'The same for a browser.' },
  { pattern: /\bthe same,? but\b/i, better: 'the whole statement', breach: 'It is the same, but signed.' },
  { pattern: /\bsomebody\b/i, better: 'someone, or the role', breach: 'Waits until somebody decides.' },
  {
    pattern: /\b(whoever|whomever)\b/i,
    better: 'the role: a caller, an attacker, an administrator',
    breach: 'Answers whoever asks.',
  },
  { pattern: /\balone\b/i, better: 'only, by itself', breach: 'The password alone is enough.' },
  { pattern: /\bwho has\b/i, better: 'the owner, an account with …', breach: 'Finds who has the address.' },
  {
    pattern: /\bwhat is (theirs|hers|his|its own)\b/i,
    better: 'its name',
    breach: 'Deletes what is theirs.',
  },
  {
    pattern: /^(Who|Whose|Those|That which)\b/,
    better: 'a noun: the person, the accounts …',
    breach: 'Who is signed in.',
  },
  {
    pattern:
      /\b(when|if|where|that|which|as|how|what|whom?) one (is|has|does|can|may|must|was|goes|signs|asks|knows|wants)\b/i,
    better: 'you, a person, a caller',
    breach: 'Says what one wants.',
  },
  {
    pattern: /\bone (goes on|is asked|signs in|comes|sees|knows)\b/i,
    better: 'you, a person',
    breach: 'Here one goes on.',
  },
  {
    pattern: /\bthe (asked|told|signed-in|given|found|named)\b(?= (is|are|and|or|of)\b|[.,;:])/i,
    better: 'a noun',
    breach: 'Compares the asked and the actual scope.',
  },
];

/** Words that no page uses. */
const UNUSUAL = /\b(somebody|whoever|whomever|of before|people who run|what is theirs|alone)\b/i;

/** Sentences of former versions, each with a better one in its place. */
const REPLACED = [
  'works on this site alone',
  'The link works once and for',
  'See it, or stop it',
  'You have to wait a little',
  'It is stopped',
  'wants in to your account',
  'when your application is not at hand',
  'It is not asked for a code then',
  'If it was not you, tell',
  'Those of before no longer work',
  'that it was never used with before',
  'Invitations that are open',
  'Your password stays with us',
  'It sent you here with a request',
  'default of the profile: own if strict',
  'an acr that is none of',
  'Each row is a device or application',
  'They need script',
  'Whose webhook it is',
  '`your address is',
  'no refresh token was newer',
  'are heard at once',
  'makes all passkeys there are unusable',
  'browsers have the cryptography',
  'One more request is the price',
  "It can't be done as things are",
  "Something in it can't be taken",
];

describe('comments and test titles', () => {
  it('use plain words', () => {
    expect(sources().flatMap((path) => breachesOf(path, readFileSync(path, 'utf8')))).toEqual([]);
  });

  it.each(HABITS)('$breach: found as $pattern in a comment', ({ pattern, better, breach }) => {
    expect(
      breachesOf('src/made-up.ts', `export const a = 1;\n/** ${breach} */\nexport const b = 2;\n`),
    ).toEqual([expect.stringMatching(/^src\/made-up\.ts:2: "/)]);
    expect(HABITS.filter((habit) => habit.pattern.test(breach))).toEqual([{ pattern, better, breach }]);
  });

  it('are read from line comments, blocks and the titles of tables', () => {
    const title = 'refuses %s alone';
    const source = [
      line('Asks somebody.'),
      block(['Asks', 'whoever comes.']),
      `it.each(['who has a string'])('${title}', () => {});`,
    ].join('\n');
    expect(breachesOf('a.spec.ts', source)).toEqual([
      'a.spec.ts:1: "somebody" (better: someone, or the role) in: Asks somebody.',
      'a.spec.ts:2: "whoever" (better: the role: a caller, an attacker, an administrator) in: Asks whoever comes.',
      'a.spec.ts:6: "alone" (better: only, by itself) in: refuses %s alone',
    ]);
  });
});

/** Texts that people read: the pages and messages in English, and what the console, the doctor and the docs say. */
describe('texts that people read', () => {
  const texts = Object.entries(
    JSON.parse(readFileSync('src/platform/pages/texts/en.json', 'utf8')) as object,
  ).flatMap(([section, value]) => textsOf(section, value));

  it('use plain words on pages and in messages', () => {
    expect(texts.length).toBeGreaterThan(700);
    expect(texts.filter(([, text]) => UNUSUAL.test(text))).toEqual([]);
  });

  it('say nothing by sentences that readers stumbled over', () => {
    const paths = execFileSync('git', ['ls-files', 'src', 'docs', 'README.md'], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .filter((path) => /\.(tsx?|json|md)$/.test(path));
    const found = paths.flatMap((path) => {
      const source = readFileSync(path, 'utf8').replaceAll('’', "'").replaceAll(/\s+/g, ' ');
      return REPLACED.filter((sentence) => source.includes(sentence)).map(
        (sentence) => `${path}: ${sentence}`,
      );
    });
    expect(found).toEqual([]);
  });
});

function textsOf(key: string, value: unknown): [key: string, text: string][] {
  if (typeof value === 'string') return [[key, value]];
  return Object.entries(value as object).flatMap(([name, each]) => textsOf(`${key}.${name}`, each));
}

function line(text: string): string {
  return `// ${text}`;
}

function block(lines: readonly string[]): string {
  return ['/**', ...lines.map((text) => ` * ${text}`), ' */'].join('\n');
}

function breachesOf(path: string, source: string): string[] {
  if (!HABITS.some(({ pattern }) => loosely(pattern).test(source))) return [];
  return wordingsOf(path, source).flatMap(({ line, text }) =>
    HABITS.flatMap(({ pattern, better }) => {
      const match = pattern.exec(text);
      return match ? [`${path}:${line}: "${match[0]}" (better: ${better}) in: ${text}`] : [];
    }),
  );
}

/** The pattern without its anchor, for a whole source: most need no parser. */
function loosely({ source, flags }: RegExp): RegExp {
  return new RegExp(source.replace(/^\^/, '').replaceAll(' ', '[\\s*/]+'), flags);
}

function sources(): string[] {
  return execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js'], { encoding: 'utf8' })
    .trim()
    .split('\n');
}
