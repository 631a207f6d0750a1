import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-text.js';
import { normalizeEmail, readableEmail, shownEmail } from './email-address.js';

const ANNA = 'anna@family.example';

describe('the one form of an e-mail address (D365)', () => {
  it.each([
    ['row 14', 'anna@\u24d5amily.example', ANNA],
    ['row 14', 'anna@\uff46amily.example', ANNA],
    ['row 14', 'anna@family\u3002example', ANNA],
    ['row 15', 'eva@b\u00fccher.example', 'eva@xn--bcher-kva.example'],
    ['row 15', 'eva@xn--bcher-kva.example', 'eva@xn--bcher-kva.example'],
    ['row 15', 'Eva@BU\u0308CHER.example', 'eva@xn--bcher-kva.example'],
    ['row 15', '"eva"@XN--BCHER-KVA.example', 'eva@xn--bcher-kva.example'],
    ['a letter that only its small form has as one', 'J\u030can@family.example', '\u01f0an@family.example'],
    ['another one', '\u03aa\u0301a@family.example', '\u0390a@family.example'],
    ['a sharp s of its own', 'a@stra\u00dfe.example', 'a@xn--strae-oqa.example'],
    [
      'a host of a language',
      'a@\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444',
      'a@xn--e1afmkfd.xn--p1ai',
    ],
    ['capitals', 'ANNA@FAMILY.EXAMPLE', ANNA],
    ['an accent of its own', 'anne\u0301@family.example', 'ann\u00e9@family.example'],
    ['a capital with a dot', '\u0130@family.example', 'i\u0307@family.example'],
    ['a tag', 'anna+x@family.example', 'anna+x@family.example'],
    ['an at sign within quotes', '"anna@home"@family.example', '"anna@home"@family.example'],
    ['a ligature in the host', 'a@\ufb01rma.example', 'a@firma.example'],
    ['quotes that it can do without', '"anna"@family.example', ANNA],
    ['escapes that it can do without', '"a\\nna"@family.example', ANNA],
    ['quotes that it needs', '"Anna  B"@family.example', '"anna  b"@family.example'],
    ['escapes that it needs', '"a\\"\\b"@family.example', '"a\\"b"@family.example'],
    ['dots that need quotes', '".anna"@family.example', '".anna"@family.example'],
  ])('%s: %j is kept as %j', (_which, text, kept) => {
    expect(normalizeEmail(text)).toBe(kept);
  });

  it.each([
    ['row 14', 'anna@fam\u00adily.example'],
    ['row 14', 'anna@family.example\u200b'],
    ['row 14', 'anna@fam\ufe0fily.example'],
    ['row 14', 'anna@%66amily.example'],
    ['row 14', 'anna@127.1'],
    ['row 14', 'anna@0x7f.1'],
    ['row 14', 'anna@\uff11\uff12\uff17.0.0.1'],
    ['row 14', 'anna@family.example/x'],
    ['row 14', 'anna@family.example:25'],
    ['row 14', 'anna@family.example\uff0fx'],
    ['row 14', 'anna@fam_ily.example'],
    ['row 14', `anna@${'\u00fc'.repeat(60)}.example`],
    ['row 14', 'anna@xn--zzzzzz.example'],
    ['row 14', 'anna@-family.example'],
    ['row 16', '\u200banna@family.example'],
    ['row 16', '\u202eanna@family.example'],
    ['row 16', '\u2066anna\u2069@family.example'],
    ['row 16', '"cr\r\nlf"@family.example'],
    ['row 16', '"cr\\\rlf"@family.example'],
    ['row 16', '\u2800anna@family.example'],
    ['row 16', '\u3164anna@family.example'],
    ['row 16', '\u3000anna@family.example'],
    ['row 16', '"anna\u00a0b"@family.example'],
    ['a full stop at the end', 'anna@family.example.'],
    ['two full stops', 'anna@family..example'],
    ['an address of the network', 'anna@[127.0.0.1]'],
    ['a sign of several letters that holds a slash', 'anna@\u2100.example'],
    ['an at sign of full width', 'anna\uff20family.example'],
    ['letters of mathematics', '\ud835\udc4enna@family.example'],
    ['no name', '@family.example'],
    ['an empty name', '""@family.example'],
    ['a blank name', '"  "@family.example'],
    ['no host', 'anna@'],
    ['no sign', 'anna'],
  ])('%s: %j is none', (_which, text) => {
    expect(normalizeEmail(text)).toBeNull();
  });

  const text = fc.oneof(
    fc.emailAddress(),
    fc
      .tuple(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }))
      .map((parts) => parts.join('@')),
    fc.string({ unit: anyCharacter, minLength: 1 }).map((host) => `a@${host}.example`),
    fc.string({ unit: 'binary', minLength: 1 }).map((name) => `"${name}"@family.example`),
  );

  it('is a fixed point, and so is what is shown of it', () => {
    fc.assert(
      fc.property(text, (typed) => {
        const kept = normalizeEmail(typed);
        if (kept === null) return;
        expect(normalizeEmail(kept)).toBe(kept);
        expect(normalizeEmail(readableEmail(kept))).toBe(kept);
        expect(normalizeEmail(shownEmail(typed))).toBe(kept);
        expect(kept).toMatch(/^\P{Cc}+@[a-z0-9.-]+$/u);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('how an e-mail address is shown', () => {
  it.each([
    ['Eva@B\u00fccher.Example', 'Eva@B\u00fccher.Example'],
    ['eva@xn--bcher-kva.example', 'eva@b\u00fccher.example'],
    ['Anna.K@Family.Example', 'Anna.K@Family.Example'],
    ['Anna@\u24d5amily.example', ANNA],
    ['"anna"@family.example', ANNA],
    [' anna@family.example ', ANNA],
  ])('row 14: %j as %j', (typed, shown) => {
    expect(shownEmail(typed)).toBe(shown);
  });

  it.each(['anna', '+4915112345678', 'https://xn--bcher-kva.example', 'x@xn--zzzzzz.example', ANNA])(
    '%j stays as it is',
    (other) => {
      expect(readableEmail(other)).toBe(other);
    },
  );
});
