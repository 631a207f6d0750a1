import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { CookieBrowser } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { askForReset, NEXT_PASSWORD } from '../../support/forgotten-password.js';
import { headingOf, invited, PASSWORD, submit } from '../../support/invitations.js';
import { StolenAccount } from '../../support/stolen-account.js';

describe('missed link to a secured account (D346)', () => {
  let stage: StolenAccount;
  /** The address that the administrator chose; that of `stage.me` is the thief's, and as old. */
  let chosen: string;
  beforeAll(async () => {
    stage = await StolenAccount.start();
  });
  afterAll(() => stage.server.close());
  beforeEach(async () => {
    await stage.renew();
    chosen = await stage.addEmail();
  });

  const ask = async (identifier: string): Promise<string> =>
    headingOf(await askForReset(stage.server, new CookieBrowser(stage.server), identifier));
  /** Later than any hold, with the clean-up, which ends holds. */
  const pass = async (): Promise<void> => {
    stage.server.clock.advance({ days: 4 });
    await stage.server.get(CleanUp).run();
    await stage.signInHelpers();
  };
  const waits = { status: 'disabled', securedAt: expect.any(String), securedLinkUntil: null };

  it('stays closed however long that takes, and sends another link to the chosen address only', async () => {
    await stage.secure({ to: await stage.identifierOf(chosen) });
    await pass();
    expect(await stage.account()).toMatchObject(waits);
    expect(await stage.choose()).toBe(410);

    const unknown = await ask('nobody@family.example');
    expect([await ask(stage.me.email), await ask(chosen)]).toEqual([unknown, unknown]);
    expect(await stage.recipients('reset')).toEqual([chosen, chosen]);
    expect((await stage.send(stage.support, 'password-reset')).status).toBe(409);

    expect(await stage.choose()).toBe(303);
    expect([await stage.account(), await stage.signsIn(NEXT_PASSWORD)]).toEqual([
      expect.objectContaining({ status: 'active', securedAt: null, securedFor: null }),
      true,
    ]);
    stage.server.clock.advance({ days: 1 });
    await ask(stage.me.email); // which decides again, because its removal is now up to the owner
    expect(await stage.recipients('reset')).toEqual([chosen, chosen, stage.me.email].sort());
  });

  it('shows administrators the link addresses, masked, since when, and until when the last one works', async () => {
    const at = stage.server.clock.millis();
    const answer = await stage.secure({ to: await stage.identifierOf(chosen) });
    const linkUntil = new Date(at + 3_600_000).toISOString();
    const securedFor = `${chosen[0]}…@invited.example`;
    expect(answer.body).toEqual({ sentTo: securedFor, linkUntil, isRecovering: false });
    const securedAt = new Date(at).toISOString();
    const shown = { securedAt, securedFor, securedLinkUntil: linkUntil, heldUntil: null };
    expect(await stage.account()).toMatchObject(shown);
    await pass();
    expect(await stage.account()).toMatchObject({ ...shown, securedLinkUntil: null });
  });

  it('is not opened by a link to another address, by any requester', async () => {
    await stage.secure({ to: await stage.identifierOf(chosen) });
    await rows(
      stage.server,
      `UPDATE invitation SET identifier_id = $2 WHERE account_id = $1 AND kind = 'reset' AND used_at IS NULL RETURNING 1`,
      [stage.me.id, await stage.identifierOf(stage.me.email)],
    );
    expect(await stage.choose()).toBe(410);
    expect([await stage.state(), await stage.signsIn(NEXT_PASSWORD)]).toEqual([['disabled', true], false]);
  });

  it('can be secured again for another address, which is then the only one', async () => {
    await stage.secure({ to: await stage.identifierOf(stage.me.email) });
    await stage.secure({ to: await stage.identifierOf(chosen) });
    stage.server.clock.advance({ minutes: 10 });
    await ask(stage.me.email);
    await ask(chosen);
    expect(await stage.recipients('reset')).toEqual([chosen, chosen, stage.me.email].sort());
    expect(await stage.choose()).toBe(303);
  });

  it('opens for nobody while the chosen address is removed', async () => {
    const id = await stage.identifierOf(chosen);
    await stage.secure({ to: id });
    expect((await stage.admin.send('DELETE', `/accounts/${stage.me.id}/identifiers/${id}`)).status).toBe(204);
    await ask(chosen);
    await ask(stage.me.email);
    await pass();
    expect(await stage.account()).toMatchObject({ ...waits, securedFor: null });
    expect(await stage.recipients('reset')).toEqual([chosen]);
    expect((await stage.secure({ to: await stage.identifierOf(stage.me.email) })).status).toBe(200);
  });

  it('sends no link to an account whose link was handed over', async () => {
    const login = `login-${stage.me.id}`;
    const guest = await invited(stage.server, { Type: 'Login', Identifier: login });
    await submit(stage.server, guest.path, { name: 'Mia', password: PASSWORD });
    stage.me = { id: guest.accountId, email: login, password: PASSWORD };
    await stage.secure({ to: 'link' });
    await pass();
    const later = await stage.addEmail(); // as if a thief's address had become settled meanwhile
    await ask(login);
    await ask(later);
    expect(await stage.account()).toMatchObject({ ...waits, securedFor: null });
    expect(await stage.recipients('reset')).toEqual(['']);
  });

  it('is released when an administrator enables it; when one disables it, nothing opens it', async () => {
    const to = await stage.identifierOf(chosen);
    await stage.secure({ to });
    await stage.setStatus('active');
    expect(await stage.account()).toMatchObject({ status: 'active', securedAt: null });
    await stage.secure({ to });
    await stage.setStatus('disabled');
    expect(await stage.account()).toMatchObject({ status: 'disabled', securedAt: null });
    stage.server.clock.advance({ minutes: 10 });
    await ask(chosen);
    expect(await stage.choose()).toBe(410);
  });
});
