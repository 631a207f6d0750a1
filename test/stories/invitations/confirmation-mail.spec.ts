import { describe, expect, it } from '@jest/globals';
import { accountId as idOf } from '../../support/database-rows.js';
import { BEN } from '../../support/fixtures.js';
import { deliver, newEmail, provision } from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import { startApp } from '../../support/start-app.js';

describe('message that asks for confirmation (D23, D26)', () => {
  it.each([
    ['en', 'Confirm your address', 'Operator wants to add this address to an account here.'],
    ['fr', 'Confirmez votre adresse', 'Operator veut ajouter cette adresse à un compte ici.'],
    ['de', 'Bestätigen Sie Ihre Adresse', 'Operator möchte diese Adresse einem Konto hier hinzufügen.'],
    ['es', 'Confirma tu dirección', 'Operator quiere añadir esta dirección a una cuenta.'],
  ])('is in the language of the account: %s', async (Locale, subject, words) => {
    const mails = await MailServer.start();
    const server = await startApp({ SMTP_URL: mails.url });
    try {
      const email = newEmail();
      const accountId = await idOf(server, BEN.email);
      await provision(server, 'updateaccount', { accountId, Type: 'Email', Identifier: email, Locale });
      await deliver(server);
      const [mail, ...more] = mails.mails;
      expect(more).toEqual([]);
      expect([mail.to, mail.subject]).toEqual([[email], subject]);
      expect(mail.text).toContain(words);
      expect(mail.html).toContain(words);
      expect(mail.text).toMatch(/\/proposal\/[\w-]{43}/);
    } finally {
      await server.close();
      await mails.goDown();
    }
  });
});
