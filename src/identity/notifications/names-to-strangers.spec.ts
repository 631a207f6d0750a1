import { describe, expect, it } from '@jest/globals';
import { checkEach } from '../../../test/support/check-each.js';
import { HEARTH_LOOK } from '../../platform/pages/look.js';
import { LANGUAGES } from '../../platform/pages/texts/texts.js';
import { renderMail as render, renderSms } from './message-texts.js';
import type { LinkKind } from './outbox-message.entity.js';
import type { LinkPayload } from './outbox.js';

const SITE = 'https://hearth.example';
const LINK = `${SITE}/invitation/${'t'.repeat(43)}`;
const PAYLOAD = { link: LINK, name: 'Mia', familyName: 'The Millers', clientName: 'Operator' };

function renderMail(kind: LinkKind, locale: string, payload: LinkPayload) {
  return render(kind, locale, payload, { look: HEARTH_LOOK, site: SITE });
}

function inEachLanguage(check: (language: string) => void): void {
  checkEach(LANGUAGES, (language) => language, check);
}

/** Names that lead elsewhere, or that nobody reads to their end. */
const MISUSED = [
  'http://evil.example/win Call +1 800 555 0100',
  'ht\u200btp\uff1a//evil',
  'see www.evil',
  'evil.example',
  'evil\u3002example',
  'win@evil',
  'win\uff20evil',
  'call 0800-555 01 00',
  'call \u0660\u0661\u0662\u0663\u0664',
  'n'.repeat(61),
];

describe('names in a message to a stranger (D367, row 18)', () => {
  const typed = { ...PAYLOAD, clientId: null, isByMember: true };

  it.each(['invitation', 'membership'] as const)('%s: no subject has one', (kind) => {
    inEachLanguage((locale) => {
      const { subject } = renderMail(kind, locale, { ...typed, clientName: 'Quentin' });
      expect(subject).not.toMatch(/Quentin|Mia|Millers/);
    });
  });

  it.each(LANGUAGES)('in %s nobody is greeted by a name that the inviter typed', (locale) => {
    expect(renderMail('invitation', locale, typed).text).not.toContain('Mia');
    expect(renderMail('membership', locale, typed).text).toContain('Mia'); // of an account that has chosen it
  });

  it.each(MISUSED)('%j is neither shown as who invites nor as the family', (name) => {
    for (const kind of ['invitation', 'membership'] as const)
      inEachLanguage((locale) => {
        const payload = { ...typed, clientName: name, familyName: name };
        const { text, html } = renderMail(kind, locale, payload);
        for (const part of [text, html, renderSms(kind, locale, payload)]) {
          expect(part).not.toContain(name.slice(0, 60));
          expect(part).not.toMatch(/evil|\{\{|\}\}(?!<)|undefined|\bnull\b|"{2}/);
        }
      });
  });

  it('says "a member of a family" instead, at the start of a sentence and within one', () => {
    const { text } = renderMail('invitation', 'en', { ...typed, clientName: 'evil.example' });
    expect(text).toContain('\nA member of a family invites you to join the family "The Millers".');
    expect(text).toContain('because a member of a family gave this address');
    const unnamed = renderSms('membership', 'de', { ...typed, familyName: 'evil.example' });
    expect(unnamed).toMatch(/^Operator fragt, ob Sie einer Familie beitreten\./);
  });

  it.each(['Zoë K.', 'J. R. R. Tolkien', 'The Millers 2026', "O'Neil (home)", '👩‍👩‍👧‍👦', 'n'.repeat(60)])(
    '%j is shown',
    (name) => {
      const { text } = renderMail('invitation', 'en', { ...typed, clientName: name, familyName: name });
      expect(text).toContain(`${name} invites you to join the family "${name}".`);
    },
  );

  it('shows the name of a client and of the service, which an administrator chose', () => {
    for (const by of [
      { clientId: '7', isByMember: false },
      { clientId: null, isByMember: false },
    ]) {
      const { text } = renderMail('invitation', 'en', { ...PAYLOAD, ...by, clientName: 'family.example' });
      expect(text).toContain('family.example invites you');
    }
  });

  it('takes the name in a message of an earlier version for one that was typed', () => {
    const { text } = renderMail('membership', 'en', { ...PAYLOAD, clientName: 'evil.example' });
    expect(text).not.toContain('evil');
  });
});
