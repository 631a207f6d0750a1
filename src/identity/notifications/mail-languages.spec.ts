import { describe, expect, it } from '@jest/globals';
import { HEARTH_LOOK } from '../../platform/pages/look.js';
import { renderMail } from './message-texts.js';
import type { LinkKind } from './outbox-message.entity.js';

const SITE = 'https://hearth.example';
/** Short enough for a message to a stranger. */
const HOSTILE = `<b>"O'Neil" & {{link}} $t(link) $& <img src=x onerror>`;
const PAYLOAD = {
  link: `${SITE}/invitation/t`,
  name: 'Mia',
  familyName: 'The Millers',
  clientName: 'Operator',
};

const mailOf = (kind: LinkKind, locale: string, names: Partial<typeof PAYLOAD> = {}) =>
  renderMail(kind, locale, { ...PAYLOAD, ...names }, { look: HEARTH_LOOK, site: SITE });

describe('the mail of an invitation (D24, D26)', () => {
  it.each([
    ['en', 'en', 'You are invited to join a family', 'Hello,', 'to join the family'],
    ['fr', 'fr', 'Une invitation à rejoindre une famille', 'Bonjour,', 'rejoindre la famille'],
    ['de', 'de', 'Sie sind in eine Familie eingeladen', 'Hallo,', 'in die Familie'],
    ['es', 'es', 'Te invitan a unirte a una familia', 'Hola:', 'unirte a la familia'],
    ['it', 'it', 'Un invito a entrare in una famiglia', 'Ciao,', 'della famiglia'],
    ['nl', 'nl', 'Je bent uitgenodigd voor een familie', 'Hallo,', 'voor de familie'],
    ['pt', 'pt', 'Um convite para entrar numa família', 'Olá,', 'para a família'],
    ['pl', 'pl', 'Zaproszenie do rodziny', 'Witaj!', 'do rodziny'],
    ['sv', 'en', 'You are invited to join a family', 'Hello,', 'to join the family'],
    ['ja', 'en', 'You are invited to join a family', 'Hello,', 'to join the family'],
    ['', 'en', 'You are invited to join a family', 'Hello,', 'to join the family'],
  ])('to an account of the locale %j is in %s', (locale, language, subject, greeting, words) => {
    const mail = mailOf('invitation', locale);
    expect(mail.subject).toBe(subject);
    for (const part of [mail.text, mail.html]) {
      for (const each of [greeting, words, 'Operator', 'The Millers']) expect(part).toContain(each);
      expect(part).not.toMatch(/\{\{|invitation\.[a-z]/);
    }
    expect(mail.html).toContain(`<html lang="${language}">`);
  });

  it('has names in any script unchanged, in no subject and in no greeting (row 18)', () => {
    const mail = mailOf('invitation', 'en', { familyName: 'Семья Мюллер 👪', name: 'Zoë 李' });
    expect(mail.subject).toBe('You are invited to join a family');
    expect(mail.text).not.toContain('Zoë');
    for (const part of [mail.text, mail.html]) expect(part).toContain('Семья Мюллер 👪');
  });

  it('takes markup, quotes and placeholders in names as text and nothing else', () => {
    const mail = mailOf('invitation', 'en', { familyName: HOSTILE, name: HOSTILE });
    expect(mail.text).toContain(HOSTILE);
    expect(mail.html).not.toMatch(/<b>|<img/);
    expect(mail.html).toContain('&lt;b>');
    expect(mail.html).toContain('{{link}} $t(link) $&amp;');
  });
});

describe('the mail that asks to confirm an address (D23, D26)', () => {
  it.each([
    ['en', 'Confirm your address', 'Operator wants to add this address to an account here.'],
    ['fr', 'Confirmez votre adresse', 'Operator veut ajouter cette adresse à un compte ici.'],
    ['de', 'Bestätigen Sie Ihre Adresse', 'Operator möchte diese Adresse einem Konto hier hinzufügen.'],
    ['es', 'Confirma tu dirección', 'Operator quiere añadir esta dirección a una cuenta.'],
  ])('is in the language of the account: %s', (locale, subject, words) => {
    const mail = mailOf('confirmation', locale);
    expect(mail.subject).toBe(subject);
    for (const part of [mail.text, mail.html]) expect(part).toContain(words);
  });
});
