import { describe, expect, it } from '@jest/globals';
import { checkEach } from '../../../test/support/check-each.js';
import { HEARTH_LOOK } from '../../platform/pages/look.js';
import { LANGUAGES } from '../../platform/pages/texts/texts.js';
import { renderMail, renderSms } from './message-texts.js';
import { NOTICE_KINDS } from './outbox-message.entity.js';

const SITE = 'https://hearth.example';
const NOTICE = {
  ...{ name: 'Mia', value: 'mia@new.example', clientName: 'Operator' },
  ...{ at: '2026-03-01T12:05:00.000Z', site: SITE },
};
const SOURCE = { look: HEARTH_LOOK, site: SITE };
/** As each language names it. */
const IN_BERLIN = /2026.*\b(1:05\sPM|13:05) (CET|MEZ|GMT\+1|UTC\+1)/;
/** A text message names no year. */
const SHORT_IN_BERLIN = /(1:05 PM|13:05) (CET|MEZ|GMT\+1|UTC\+1)/;

describe('the times in messages (row 27, D377)', () => {
  it.each(NOTICE_KINDS)("%s: are in the person's zone, which is named, in each language", (kind) => {
    checkEach(
      LANGUAGES,
      (language) => language,
      (language) => {
        const notice = { ...NOTICE, timeZone: 'Europe/Berlin' };
        const { text, html } = renderMail(kind, language, notice, SOURCE);
        const short = renderSms(kind, language, notice);
        const several = renderSms(kind, language, notice, [notice]);
        for (const part of [text, html]) expect(part).toMatch(IN_BERLIN);
        for (const part of [short, several]) expect(part).toMatch(SHORT_IN_BERLIN);
        for (const part of [text, html, short, several]) expect(part).not.toMatch(/UTC(?!\+1)/);
      },
    );
  });

  it.each([
    ['of an earlier version, which names no zone,', undefined],
    ['with a zone that this version of Node does not know', 'Mars/Base'],
  ])('in a message %s are in UTC', (_what, timeZone) => {
    const { text } = renderMail('passwordChanged', 'en', { ...NOTICE, timeZone }, SOURCE);
    expect(text).toMatch(/12:05\sPM UTC/);
  });
});
