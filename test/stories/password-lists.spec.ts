import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildBreachList } from '../../src/cli/breach-list.js';
import { CookieBrowser } from '../support/authorization.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import { invited, submit } from '../support/invitations.js';
import { startApp, type TestServer } from '../support/start-app.js';

const STOLEN = 'a bicycle in the rain';

describe('password lists of the operator (D241)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lists-'));
  const [words, download, breaches] = ['words.txt', 'download.txt', 'breaches.bin'].map((name) =>
    join(folder, name),
  );
  let server: TestServer;
  let me: Member;
  let browser: CookieBrowser;
  beforeAll(async () => {
    writeFileSync(words, 'Volcano\n');
    writeFileSync(download, `${createHash('sha1').update(STOLEN).digest('hex')}:12\n`);
    await buildBreachList({ from: download, to: breaches, minCount: 1, show: () => undefined });
    server = await startApp({ PASSWORD_WORDS_FILE: words, PASSWORD_BREACHES_FILE: breaches });
    me = await newMember(server);
    browser = new CookieBrowser(server);
    await browser.signIn(me);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const change = (password: string) =>
    browser.post('/account/password', { reason: 'known', current: me.password, password });

  it.each([
    ['Volcano-2026', 'Do not use mainly the name of this service.'],
    ['hearth hearth', 'Do not use mainly the name of this service.'],
    [STOLEN, 'This password was stolen somewhere'],
  ])('refuses %s under /account, with the reason', async (password, reason) => {
    const { status, text } = await change(password);
    expect([status, text.includes(reason)]).toEqual([400, true]);
    expect((await new CookieBrowser(server).signIn(me)).status).toBe(303);
  });

  it('refuses them when an invitation is accepted', async () => {
    const { path } = await invited(server);
    const { status, text } = await submit(server, path, { password: STOLEN });
    expect([status, text.includes('This password was stolen somewhere')]).toEqual([400, true]);
  });

  it('while the list cannot be read, no new password is accepted, and everything else works', async () => {
    truncateSync(breaches, 100);
    expect((await change('gallop marzipan 7')).status).toBe(503);
    expect((await browser.get('/account')).status).toBe(200);
    expect((await new CookieBrowser(server).signIn(me)).status).toBe(303);
  });

  it.each([
    ['PASSWORD_WORDS_FILE', 'missing.txt', /PASSWORD_WORDS_FILE .* can't be read: ENOENT/],
    ['PASSWORD_BREACHES_FILE', 'words.txt', /PASSWORD_BREACHES_FILE .* is no list of passwords/],
  ])('refuses to start with a wrong %s', async (name, file, message) => {
    await expect(startApp({ [name]: join(folder, file) })).rejects.toThrow(message);
  });
});
