import fc from 'fast-check';
import { anyCharacter } from '../../test/support/any-text.js';
import type { Random } from '../random.js';

const SAMPLES = 150;

/** Strings known to break programs, which random ones would rarely be. */
const KNOWN_TROUBLE: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '007',
  '1e3',
  '0x1F',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '2147483648',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999999999',
  '-9223372036854775809',
  '1.5',
  '１２３',
  '\0',
  'a\0b',
  '\ud800',
  '\ufeff',
  '\u202eevil\u202c',
  'e\u0301',
  'ﬀ',
  'İ',
  'ß',
  '👩‍👩‍👧‍👦',
  '\u{10FFFF}',
  '\r\nX-Injected: yes',
  '%00',
  '%ff',
  '%c0%af',
  '%',
  '%zz',
  '../../etc/passwd',
  '..\\..\\windows',
  "' OR 1=1 --",
  "'; DROP TABLE account; --",
  '" OR ""="',
  '\\',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '*',
  '!prov*',
  '(((((((((((((((((((((((a',
  `${'a'.repeat(64)}!`,
  'a'.repeat(255),
  'a'.repeat(256),
  'ü'.repeat(320),
  'a'.repeat(5000),
  '9'.repeat(400),
  '[[[[[[[[[[[[[[[[[[[[',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.test',
  'https://evil.test',
  'https://fuzz.test@evil.test/',
  'https://fuzz.test.evil.test/callback',
  'https://fuzz.test/callback/../evil',
  'https://fuzz.test/callback%2f..%2fevil',
  'https://fuzz.test/callback\\evil',
  'https://fuzz.test:443/callback',
  'https://fuzz.test/callback#fragment',
  'https://fuzz.test/callback?code=planted&state=planted&iss=planted',
  'http://fuzz.test/callback',
  'http://127.0.0.1:1/callback',
  'http://[::1]/callback',
  'http://[::1',
  'https://ｆｕｚｚ.test/callback',
  'a@b',
  'a@b@c.test',
  '"a b"@fuzz.test',
  `${'a'.repeat(64)}@${'b'.repeat(180)}.test`,
  'ä@fuzz.test',
  'a@xn--n3h.test',
  '+4915112345678',
  '+0',
  '00491511234567',
  '015112345678',
  '+99999999999999999999',
  '2026-02-30T25:61:61Z',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-19T23:59:59.999Z',
  'W/"x"',
  '"',
  'Bearer',
  'urn:ietf:params:oauth:token-type:jwt',
  'eyJhbGciOiJub25lIn0.e30.',
  'eyJhbGciOiJFUzI1NiJ9.bnVsbA.AAAA',
  '-----BEGIN PUBLIC KEY-----',
  '$2b$12$aaaaaaaaaaaaaaaaaaaaaa',
];

/** Meaningless values of many kinds, determined by the seed. */
export class Garbage {
  private readonly texts: readonly string[];
  private readonly json: readonly unknown[];

  constructor(seed: number) {
    const sample = <T>(arbitrary: fc.Arbitrary<T>): T[] => fc.sample(arbitrary, { seed, numRuns: SAMPLES });
    this.texts = [
      ...KNOWN_TROUBLE,
      ...KNOWN_TROUBLE, // as likely as all the others together
      ...sample(fc.string({ maxLength: 40 })),
      ...sample(fc.string({ unit: anyCharacter, maxLength: 60 })),
      ...sample(fc.string({ unit: 'grapheme', maxLength: 30 })),
      ...sample(fc.bigInt()).map(String),
      ...sample(fc.double()).map(String),
      ...sample(fc.emailAddress()),
      ...sample(fc.json({ maxDepth: 2 })),
    ];
    this.json = sample(fc.jsonValue({ maxDepth: 4 }));
  }

  text(random: Random): string {
    return random.pick(this.texts);
  }

  /** Any JSON value: numbers, lists, objects where strings are expected. */
  value(random: Random): unknown {
    return random.chance(50) ? this.text(random) : random.pick(this.json);
  }
}
