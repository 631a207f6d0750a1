import { describe, expect, it } from '@jest/globals';
import { renderMail, renderSms } from './message-texts.js';

const LINK = `https://hearth.example/invitation/${'t'.repeat(43)}`;
const PAYLOAD = { link: LINK, name: 'Mia', familyName: 'The Millers', clientName: 'Operator' };
const KINDS = ['invitation', 'confirmation', 'addition', 'reset', 'membership'] as const;
/** The names in each message; some are sent to people who may have nothing to do with it. */
const NAMED = {
  invitation: ['Mia', 'Operator', 'The Millers'],
  confirmation: ['Operator'],
  addition: [],
  reset: ['Mia'],
  membership: ['Mia', 'Operator', 'The Millers'],
};
const LOCALES = ['en', 'fr', 'de', 'es', 'it', ''];
const EACH = KINDS.flatMap((kind) => LOCALES.map((locale) => [kind, locale] as const));

describe('messages (D26)', () => {
  it.each(EACH)('%s in %j: subject, text and HTML are whole', (kind, locale) => {
    const { subject, text, html } = renderMail(kind, locale, PAYLOAD);
    for (const part of [subject, text, html, renderSms(kind, locale, PAYLOAD)]) {
      expect(part).not.toMatch(
        /\{\{|\}\}|undefined|null|\[object|(invitation|confirmation|addition|reset|membership)\.[a-z]/,
      );
    }
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text.split('\n')).toContain(LINK); // alone on its line, so that every mail program links it
    expect(html).toContain(`href="${LINK}"`);
    expect(html).toMatch(/^<!doctype html><html lang="(en|fr|de|es)">/);
    for (const part of [text, html]) {
      for (const name of ['Mia', 'Operator', 'The Millers'])
        expect([name, part.includes(name)]).toEqual([name, (NAMED[kind] as string[]).includes(name)]);
    }
  });

  it('a locale without texts reads English', () => {
    expect(renderMail('invitation', 'it', PAYLOAD)).toEqual(renderMail('invitation', 'en', PAYLOAD));
  });

  it.each(EACH)('%s in %j: nothing is loaded from elsewhere, and nothing runs', (kind, locale) => {
    const { html } = renderMail(kind, locale, PAYLOAD);
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form)\b|url\(|@import| on\w+=/i);
  });

  it.each([
    ['markup', '<b>bold</b>', '&lt;b>bold&lt;/b>'],
    ['an image that fails', '<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)>'],
    ['an entity', '&lt;b&gt;', '&amp;lt;b&amp;gt;'],
    ['an ampersand', 'Mum & Dad', 'Mum &amp; Dad'],
    ['a placeholder', '{{link}}', '{{link}}'],
    ['a nested text', '$t(invitation.sms)', '$t(invitation.sms)'],
    ['a pattern of String.replace', "$& $1 $` $'", "$&amp; $1 $` $'"],
  ])('%s in a name is text', (_what, name, inHtml) => {
    const payload = { ...PAYLOAD, name, familyName: name, clientName: name };
    const { subject, text, html } = renderMail('invitation', 'en', payload);
    expect(subject).toBe(`${name} invites you to ${name}`);
    expect(text).toContain(`Hello ${name},`);
    expect(html).toContain(inHtml);
    expect(html).not.toMatch(/<b>|<img/);
    expect(html.split(LINK)).toHaveLength(3); // the button and the address below it
    expect(renderSms('invitation', 'en', payload).split(LINK)).toHaveLength(2);
  });

  it('a quote in the link cannot leave its attribute', () => {
    const { html } = renderMail('invitation', 'en', { ...PAYLOAD, link: 'https://x/" onclick="alert(1)' });
    expect(html).not.toContain('" onclick="');
  });

  it.each(EACH)('%s in %j stays short as an SMS', (kind, locale) => {
    expect(renderSms(kind, locale, PAYLOAD).length - LINK.length).toBeLessThan(160);
  });
});

const NOTICES = [
  'passwordChanged',
  'identifierProposed',
  'identifierAdded',
  'identifierRemoved',
  'partnerConnected',
] as const;
const EACH_NOTICE = NOTICES.flatMap((kind) => LOCALES.map((locale) => [kind, locale] as const));

describe('notices (D150)', () => {
  const SITE = 'https://hearth.example';
  const at = '2026-03-01T12:05:00.000Z';
  const payload = { name: 'Mia', value: 'mia@new.example', clientName: 'Operator', at, site: SITE };

  it.each(EACH_NOTICE)('%s in %j: says what, when and where, and has no link', (kind, locale) => {
    const { subject, text, html } = renderMail(kind, locale, payload);
    const short = renderSms(kind, locale, payload);
    for (const part of [subject, text, html, short])
      expect(part).not.toMatch(
        /\{\{|\}\}|undefined|null|\[object|notice\.|Changed|Proposed|Added\b|Removed\b|Connected/,
      );
    for (const part of [text, html, short]) {
      expect(part).toMatch(/2026.*(12:05|UTC)/);
      expect(part).toContain(SITE);
      expect(part.includes('mia@new.example')).toBe(kind !== 'passwordChanged');
      expect(part.includes('Operator')).toBe(kind === 'identifierProposed');
    }
    expect(text).toContain('Mia');
    expect(html).not.toMatch(/<(a|img|script|link|iframe|object|form)\b|url\(|@import| on\w+=/i);
    expect(short.length - SITE.length - payload.value.length).toBeLessThan(160);
  });

  it('a value is text, whatever somebody connected', () => {
    const { html } = renderMail('partnerConnected', 'en', { ...payload, value: '<img src=x>' });
    expect(html).toContain('&lt;img src=x>');
  });
});
