import { describe, expect, it } from '@jest/globals';
import { checkEach } from '../../../test/support/check-each.js';
import { HEARTH_LOOK, type Look } from '../../platform/pages/look.js';
import { LANGUAGES, type Language } from '../../platform/pages/texts/texts.js';
import { LOGO_CID } from './mail-sheet.js';
import { shortLink } from './short-link.js';
import { renderMail as render, renderSms } from './message-texts.js';
import { LINK_KINDS, NOTICE_KINDS, type MessageKind } from './outbox-message.entity.js';
import type { MessagePayload } from './outbox.js';

const SITE = 'https://hearth.example';
const LINK = `${SITE}/invitation/${'t'.repeat(43)}`;
const PAYLOAD = { link: LINK, name: 'Mia', familyName: 'The Millers', clientName: 'Operator' };
/** The names in each message; some are sent to people who may have nothing to do with it. */
const NAMED: Readonly<Record<(typeof LINK_KINDS)[number], readonly string[]>> = {
  invitation: ['Operator', 'The Millers'],
  confirmation: ['Operator'],
  addition: [],
  reset: ['Mia'],
  membership: ['Mia', 'Operator', 'The Millers'],
  recovery: ['Mia'],
  handOver: ['Mia', 'The Millers'],
};
const LOCALES = [...LANGUAGES, 'sv', ''];

/** Checks a message in every language, in one without texts and in none. */
function inEachLocale(check: (locale: string) => void): void {
  checkEach(LOCALES, (locale) => JSON.stringify(locale), check);
}

const BRANDED: Look = {
  ...HEARTH_LOOK,
  name: 'Smith Family Cloud',
  serverName: 'Smith Family Cloud',
  logo: 'a'.repeat(64),
  accent: { light: '#1b5799', dark: '#8cbcf4' },
  signature: 'The Smith team',
};

function renderMail(kind: MessageKind, locale: string, payload: MessagePayload, look: Look = HEARTH_LOOK) {
  return render(kind, locale, payload, { look, site: SITE });
}

describe('messages (D26)', () => {
  it.each(LINK_KINDS)('%s: subject, text and HTML are whole in each language', (kind) => {
    inEachLocale((locale) => {
      const { subject, text, html } = renderMail(kind, locale, PAYLOAD);
      for (const part of [subject, text, html, renderSms(kind, locale, PAYLOAD)]) {
        expect(part).not.toMatch(
          /\{\{|\}\}(?!<)|undefined|\bnull\b|\[object|(mail|invitation|confirmation|addition|reset|membership|recovery|handOver)\.[a-z]/,
        );
      }
      expect(subject).not.toMatch(/[\r\n]/);
      expect(text.split('\n')).toContain(LINK); // by itself on its line, so that every mail program links it
      expect(html).toContain(`href="${LINK}"`);
      expect(html).toMatch(new RegExp(`^<!doctype html><html lang="(${LANGUAGES.join('|')})">`));
      for (const part of [text, html]) {
        for (const name of ['Mia', 'Operator', 'The Millers'])
          expect([name, part.includes(name)]).toEqual([name, NAMED[kind].includes(name)]);
      }
    });
  });

  it.each(LANGUAGES)('an invitation to no family in %s speaks of none (D207)', (locale) => {
    const lone = { ...PAYLOAD, familyName: null, clientName: 'Hearth' };
    const { subject, text } = renderMail('invitation', locale, lone);
    for (const part of [subject, text, renderSms('invitation', locale, lone)]) {
      expect(part).toContain('Hearth');
      expect(part).not.toMatch(/\{\{|\bnull\b|famil|rodzin|“”|""|„”|„“|«\s*»/i);
    }
    const family = renderMail('invitation', locale, PAYLOAD);
    expect([subject, text]).not.toEqual([family.subject, family.text]);
  });

  it('a locale without texts reads English', () => {
    expect(renderMail('invitation', 'sv', PAYLOAD)).toEqual(renderMail('invitation', 'en', PAYLOAD));
  });

  it.each(LINK_KINDS)('%s: nothing is loaded from elsewhere in any language, and nothing runs', (kind) => {
    inEachLocale((locale) => {
      for (const look of [HEARTH_LOOK, BRANDED]) {
        const { html } = renderMail(kind, locale, PAYLOAD, look);
        expect(html.replace(`<img src="cid:${LOGO_CID}"`, '')).not.toMatch(LOADS);
      }
    });
  });

  it.each([
    ['markup', '<b>bold</b>', '&lt;b>bold&lt;/b>'],
    ['an image that fails', '<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)>'],
    ['an entity', '&lt;b&gt;', '&amp;lt;b&amp;gt;'],
    ['an ampersand', 'Mum & Dad', 'Mum &amp; Dad'],
    ['a placeholder', '{{link}}', '{{link}}'],
    ['a nested text', '$t(invitation)', '$t(invitation)'],
    ['a pattern of String.replace', "$& $1 $` $'", "$&amp; $1 $` $'"],
  ])('%s in a name is text', (_what, name, inHtml) => {
    const payload = { ...PAYLOAD, name, familyName: name, clientName: name };
    const { subject, text, html } = renderMail('invitation', 'en', payload);
    expect(subject).toBe('You are invited to join a family');
    expect(text).toContain(`${name} invites you to join the family "${name}".`);
    expect(html).toContain(inHtml);
    expect(html).not.toMatch(/<b>|<img/);
    expect(html.split(LINK)).toHaveLength(3); // the button and the address below it
    expect(renderSms('invitation', 'en', payload).split(shortLink(LINK))).toHaveLength(2);
  });

  it('a quote in the link cannot leave its attribute', () => {
    const { html } = renderMail('invitation', 'en', { ...PAYLOAD, link: 'https://x/" onclick="alert(1)' });
    expect(html).not.toContain('" onclick="');
  });
});

const LOADS = /<(img|script|link|iframe|object|form)\b|url\(|@import| on\w+=/i;
const WITHOUT_VALUE: readonly string[] = [
  ...['passwordChanged', 'deletionAsked', 'deletionUndone', 'newBrowser'],
  ...['secondFactorAdded', 'secondFactorRemoved', 'recoveryCodesMade', 'recoveryCodeUsed'],
  ...['devicePasswordNeeded', 'recoveryAsked', 'recoveryStopped', 'recoveryDone', 'additionStopped'],
  ...['accountHeld', 'accountSecured', 'signInDisowned'],
];
/** Messages that name a client or another member. */
const WITH_NAME: readonly string[] = [
  ...['identifierProposed', 'familyLeft', 'familyHandedOver', 'familyChanged', 'familyRemoved'],
  ...['familyAdded', 'familyAdministrator', 'familyMember', 'familyInvitationWithdrawn'],
];
const NOTICE = {
  ...{ name: 'Mia', value: 'mia@new.example', clientName: 'Operator' },
  ...{ at: '2026-03-01T12:05:00.000Z', site: SITE },
  browser: { browser: 'Firefox', system: 'Linux', network: '203.0.113.x' },
};

describe('notices (D150)', () => {
  it('of a copied passkey end with what to do, not with "there is nothing to do"', () => {
    const { text, html } = renderMail('passkeyCloned', 'en', NOTICE);
    for (const part of [text, html]) {
      expect(part).toContain('Remove this passkey from your account');
      expect(part).not.toContain('there is nothing to do');
    }
    expect(renderMail('passkeyAdded', 'en', NOTICE).text).toContain('there is nothing to do');
  });

  it.each(NOTICE_KINDS)('%s: says what, when and where in each language, and has no link', (kind) => {
    inEachLocale((locale) => {
      const { subject, text, html } = renderMail(kind, locale, NOTICE);
      const short = renderSms(kind, locale, NOTICE);
      for (const part of [subject, text, html, short])
        expect(part).not.toMatch(
          /\{\{|\}\}(?!<)|undefined|\bnull\b|\[object|notice\.|mail\.|Changed|Proposed|Added\b|Removed\b|Connected/,
        );
      for (const part of [text, html]) {
        expect(part).toMatch(/2026.*(12:05|UTC)/);
        expect(part).toContain(SITE);
      }
      expect(short).toMatch(/^hearth\.example, .*12:05.*UTC: /);
      for (const part of [text, html, short]) {
        expect(part.includes('mia@new.example')).toBe(!WITHOUT_VALUE.includes(kind));
        expect(part.includes('Operator')).toBe(WITH_NAME.includes(kind));
        for (const shown of ['Firefox', 'Linux', '203.0.113.x'])
          expect(part.includes(shown)).toBe(kind === 'newBrowser');
      }
      expect(text).toContain('Mia');
      expect(html).not.toMatch(/<a\b/);
      expect(html).not.toMatch(LOADS);
    });
  });

  it.each(NOTICE_KINDS)(
    '%s: several as one mail are each told, in order, in each language (D336)',
    (kind) => {
      const at = (day: number) => ({
        ...NOTICE,
        at: `2026-03-${String(day).padStart(2, '0')}T12:05:00.000Z`,
      });
      inEachLocale((locale) => {
        const source = { look: HEARTH_LOOK, site: SITE, more: [at(4), at(2)] };
        const mail = render(kind, locale, at(3), source);
        const one = render(kind, locale, at(3), { look: HEARTH_LOOK, site: SITE });
        expect(mail.subject).toBe(`${one.subject} (3)`);
        const texts = [2, 3, 4].map((day) => {
          const { text } = render(kind, locale, at(day), { look: HEARTH_LOOK, site: SITE });
          return text.split('\n')[2];
        });
        expect(mail.text.split('\n\n').slice(1, 4)).toEqual(texts);
        for (const part of [mail.text, mail.html]) expect(part).not.toMatch(/\{\{|undefined|notice\./);
        expect(mail.html.split('<p ').length - one.html.split('<p ').length).toBe(2);
      });
    },
  );

  it('a long list is cut, and says how much more there was', () => {
    inEachLocale((locale) => {
      const source = { look: HEARTH_LOOK, site: SITE, more: Array.from({ length: 29 }, () => NOTICE) };
      const { subject, text } = render('devicePasswordAdded', locale, NOTICE, source);
      expect(subject).toContain('(30)');
      expect(text.split('mia@new.example').length - 1).toBe(20);
      expect(text).toMatch(/: 10\.\n/);
    });
  });

  it('several as one text message are counted, with since when and where', () => {
    inEachLocale((locale) => {
      const earlier = { ...NOTICE, at: '2026-02-27T08:00:00.000Z' };
      const text = renderSms('passkeyAdded', locale, NOTICE, [NOTICE, earlier]);
      expect(text).toMatch(/\b3\b/);
      expect(text).toMatch(/27/);
      expect(text).toContain('hearth.example');
      expect(text).not.toMatch(/\{\{|undefined|notice\./);
    });
  });

  it.each(LANGUAGES)(
    'one that is stopped by a link in %s has only that link, and says what it does',
    (locale) => {
      const stop = `${SITE}/not-me/${'t'.repeat(43)}`;
      const { text, html } = renderMail('passkeyAdded', locale, { ...NOTICE, stop });
      expect(text.split('\n')).toContain(stop); // by itself on its line, so that every mail program links it
      expect(html.match(/<a\b/g)).toHaveLength(1);
      expect(html).toContain(`href="${stop}"`);
      expect(text).toMatch(/\b14\b/);
      for (const part of [text, html, renderSms('passkeyAdded', locale, { ...NOTICE, stop })])
        expect(part).not.toMatch(/\{\{|undefined|\bnull\b|notMe\./);
      expect(renderSms('passkeyAdded', locale, { ...NOTICE, stop })).not.toContain('/not-me/');
    },
  );

  it.each(LANGUAGES)('newBrowser in %s says so where a browser and its network are not known', (locale) => {
    const nothing = { browser: null, system: null, network: null };
    const { text } = renderMail('newBrowser', locale, { ...NOTICE, browser: nothing });
    expect(text).not.toMatch(/\bnull\b|undefined|\{\{/);
    expect(
      renderMail('newBrowser', locale, { ...NOTICE, browser: { ...nothing, system: 'iPad' } }).text,
    ).toContain('iPad');
  });

  it('a value is text, whatever someone connected', () => {
    const { html } = renderMail('partnerConnected', 'en', { ...NOTICE, value: '<img src=x>' });
    expect(html).toContain('&lt;img src=x>');
  });
});

/** "Not you" in each language: what a message says to someone who did not ask for it. */
const NOT_YOU: Readonly<Record<string, RegExp>> = {
  en: /[Ii]f (it|you|not|\S+ is yours)/,
  fr: /\b[Ss]i /,
  de: /[Ww]enn /,
  es: /[Ss]i (no|fue|\S+ es)/,
  it: /[Ss]e /,
  nl: /[Aa]ls |[Ww]eet (u|je)|[Ii]s het|[Ww]as /,
  pt: /[Ss]e /,
  pl: /[Jj]eśli /,
};
const ALL_KINDS = [...LINK_KINDS, ...NOTICE_KINDS];
const inEachLanguage = (check: (language: Language) => void): void =>
  checkEach(LANGUAGES, (language) => language, check);

describe('every mail (D234)', () => {
  const payloadOf = (kind: MessageKind): MessagePayload =>
    (LINK_KINDS as readonly string[]).includes(kind) ? PAYLOAD : NOTICE;

  it.each(ALL_KINDS)(
    '%s: says in each language why it came, what to do if it was not you, and who sent it',
    (kind) => {
      inEachLanguage((language) => {
        const { text, html } = renderMail(kind, language, payloadOf(kind));
        const [sender, why, ...rest] = text.trimEnd().split('\n').toReversed();
        expect(sender).toContain(`Hearth, ${SITE}`);
        expect(why).toContain('hearth.example');
        expect(rest.join('\n')).toMatch(NOT_YOU[language]);
        expect(html).toContain(`${why}</p>`);
        expect(html).toContain(`${sender}</p>`);
      });
    },
  );

  it.each(ALL_KINDS)('%s: has the branding in each language, and is a letter without any style', (kind) => {
    inEachLanguage((language) => {
      const { text, html } = renderMail(kind, language, payloadOf(kind), BRANDED);
      expect(html).toContain(`<img src="cid:${LOGO_CID}" alt="Smith Family Cloud"`);
      for (const part of [text, html]) {
        expect(part).toContain('The Smith team');
        expect(part).not.toContain('Hearth');
      }
      expect(html.includes('background:#1b5799')).toBe((LINK_KINDS as readonly string[]).includes(kind));
      const bare = html.replace(/<style>.*?<\/style>/s, '').replaceAll(/ style="[^"]*"/g, '');
      expect(bare).not.toMatch(/hidden|display/);
      const letter = bare.replaceAll(/<[^>]+>/g, ' ');
      expect(letter.indexOf('Mia') < letter.indexOf('The Smith team')).toBe(true);
    });
  });

  it('names the server beneath the name of a client', () => {
    const look = { ...BRANDED, name: 'Books', logo: null };
    const { text, html } = renderMail('invitation', 'en', PAYLOAD, look);
    expect(html).toContain('Books');
    for (const part of [text, html]) expect(part).toContain(`Sent by Smith Family Cloud, ${SITE}`);
  });
});
