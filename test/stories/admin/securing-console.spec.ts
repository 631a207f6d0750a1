import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { request } from '../../support/http.js';
import { StolenAccount } from '../../support/stolen-account.js';

describe('compromised account, in the console', () => {
  let stage: StolenAccount;
  beforeAll(async () => {
    stage = await StolenAccount.start();
  });
  afterAll(() => stage.server.close());
  beforeEach(() => stage.renew());

  const ask = async (path: string, form?: Record<string, string>) =>
    request(stage.server, {
      path: `/admin/accounts/${stage.me.id}${path && `/${path}`}`,
      headers: { Cookie: await stage.admin.consoleCookie(), Accept: 'text/html' },
      ...(form && { form }),
    });

  it('is put on hold by a page that says what ends', async () => {
    expect((await ask('')).text).toContain(`/admin/accounts/${stage.me.id}/hold`);
    expect((await ask('hold')).text).toContain('What ends');
    expect((await ask('hold', {})).headers.location).toBe(`/admin/accounts/${stage.me.id}?done=held`);
    const again = await ask('hold', {});
    expect([again.status, again.text.includes('Only an active account')]).toEqual([422, true]);
  });

  it('is secured by a page without a preselection, with masked addresses', async () => {
    const young = await stage.addEmail(stage.server.clock.now());
    const { text } = await ask('secure');
    const [form] = /<fieldset.*<\/fieldset>/s.exec(text) ?? [''];
    expect([
      form.includes(`${stage.me.email[0]}…@`),
      form.includes(stage.me.email),
      form.includes('checked'),
    ]).toEqual([true, false, false]);
    expect(form).not.toContain(await stage.identifierOf(young));
    const refused = await ask('secure', {});
    expect([refused.status, await stage.signsIn(stage.me.password)]).toEqual([422, true]);
    const done = await ask('secure', { to: await stage.identifierOf(stage.me.email), endsGrants: 'yes' });
    expect(done.headers.location).toBe(`/admin/accounts/${stage.me.id}/sign-in?done=secured`);
    expect(await stage.state()).toEqual(['disabled', true]);
  });

  it("requires the administrator's password again", async () => {
    await ask('');
    stage.server.clock.advance({ minutes: 6 });
    const to = await stage.identifierOf(stage.me.email);
    const refused = await ask('secure', { to });
    expect([refused.status, refused.text.includes('name="password"')]).toEqual([422, true]);
    expect((await ask('secure', { to, password: 'wrong' })).status).toBe(422);
    expect((await ask('secure', { to, password: stage.helper.password })).status).toBe(303);
  });
});
