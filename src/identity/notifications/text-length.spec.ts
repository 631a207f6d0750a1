import { describe, expect, it } from '@jest/globals';
import { checkEach } from '../../../test/support/check-each.js';
import { LANGUAGES } from '../../platform/pages/texts/texts.js';
import { renderSms } from './message-texts.js';
import { LINK_KINDS, NOTICE_KINDS } from './outbox-message.entity.js';
import { fitsTwoSegments, plainText } from './text-length.js';

/** GSM 03.38 by code points, written out apart from the server's own list. */
const BASIC =
  /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/u;
function segments(text: string): number {
  if (BASIC.test(text)) {
    const septets = text.length + (text.match(/[\^{}\\[~\]|€]/g) ?? []).length;
    return septets <= 160 ? 1 : Math.ceil(septets / 153);
  }
  return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
}

const SITE = 'https://accounts.example';
const TOKEN = 't'.repeat(18);
const LINK = `${SITE}/m/${TOKEN}`;
const WHOLE = `${SITE}/lost-factor/${TOKEN}`;
const NAMES = {
  'as long as strangers are shown': 'Maximiliane-Alexandra von Hohenstaufen-Mecklenburg-Schwerin',
  'with a letter beyond GSM': 'Władysława Święcicka-Brzęczyszczykiewicz',
  'of another script': 'Константин Константинопольский-Вознесенский',
  'with quotes and signs': 'Anna “die Große” O’Neil – [{€}] … «x»',
  'of emoji': '👩‍👩‍👧‍👦'.repeat(5),
  'as long as a name may be': 'ñ'.repeat(255),
};
const AT = { at: '2026-09-29T13:05:00.000Z', site: SITE };
/** One whose offset some languages write with a minus of their own, and the one with the longest name. */
const ZONES = ['America/Sao_Paulo', 'Pacific/Chatham'];
const NETWORK = { browser: 'Samsung Internet', system: 'Android', network: '2001:db8:aaaa:x' };

describe.each(Object.entries(NAMES))('text messages with names %s (row 26)', (_what, name) => {
  it.each(LINK_KINDS)('%s: fits two segments in each language, with its whole link', (kind) => {
    for (const familyName of [name, null])
      checkEach(
        LANGUAGES,
        (language) => language,
        (language) => {
          const by = { clientName: name, clientId: '7' };
          const text = renderSms(kind, language, { link: WHOLE, name, familyName, ...by });
          expect([segments(text) <= 2, text]).toEqual([true, expect.stringContaining(LINK)]);
          expect(fitsTwoSegments(text)).toBe(true);
          expect(text).not.toMatch(/[“”„«»‘’…\u00a0\u202f\u2212]|\{\{\w|undefined|\bnull\b/u);
        },
      );
  });

  it.each(NOTICE_KINDS)('%s: fits two segments in each language and zone', (kind) => {
    for (const timeZone of ZONES)
      checkEach(
        LANGUAGES,
        (language) => language,
        (language) => {
          const notice = { ...AT, timeZone, name, value: name, clientName: name, browser: NETWORK };
          for (const more of [[], [notice]]) {
            const text = renderSms(kind, language, notice, more);
            expect([segments(text) <= 2, text]).toEqual([true, expect.stringContaining('accounts.example')]);
            expect(text).not.toMatch(/[“”„«»‘’…\u00a0\u202f\u2212]|\{\{\w|undefined|\bnull\b/u);
          }
        },
      );
  });
});

describe('the text of a text message', () => {
  it('keeps letters, and writes everything else plainly', () => {
    expect(plainText('« Zoë » „Łódź“ ‘a’ – UTC−3 … 1\u202fh')).toBe('"Zoë" "Łódź" \'a\' - UTC-3 ... 1 h');
  });

  it('has short names whole, and cuts the longest first', () => {
    const [short, long] = ['Anna', 'Константин Константинопольский-Вознесенский-Преображенский'];
    const text = renderSms('invitation', 'pl', {
      ...{ link: LINK, name: '', clientId: '7' },
      ...{ clientName: short, familyName: long },
    });
    expect(text).toContain(short);
    expect(text).toContain('"Константин');
    expect(text).toContain('..."');
    expect(segments(text)).toBe(2);
  });

  it.each([
    ['a'.repeat(306), true],
    ['a'.repeat(307), false],
    [`${'a'.repeat(304)}€`, true],
    [`${'a'.repeat(305)}€`, false],
    ['ł'.repeat(134), true],
    ['ł'.repeat(135), false],
    [`${'a'.repeat(132)}👪`, true],
    [`${'a'.repeat(133)}👪`, false],
  ])('is counted as networks do', (text, fits) => {
    expect(fitsTwoSegments(text)).toBe(fits);
    expect(segments(text) <= 2).toBe(fits);
  });
});
