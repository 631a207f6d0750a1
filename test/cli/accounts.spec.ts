import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tokensFor, tokenStatus } from '../support/a01.js';
import { newAdmin } from '../support/admin-api.js';
import { CommandLine } from '../support/command-line.js';
import { CookieBrowser, exchange, THIRD_PARTIES } from '../support/authorization.js';
import { accountId } from '../support/database-rows.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { newMember } from '../support/forgotten-password.js';
import { invite } from '../support/invitations.js';
import { picture } from '../support/pictures.js';
import { startApp, type TestServer } from '../support/start-app.js';

describe('accounts, families and tokens by the command line', () => {
  let server: TestServer;
  const cli = new CommandLine();
  beforeAll(async () => {
    server = await startApp();
    const { email, password } = await newAdmin(server);
    await cli.run(['login', server.url, '--identifier', email], { env: { HEARTH_PASSWORD: password } });
  });
  afterAll(async () => {
    await server.close();
    cli.close();
  });
  const json = async (...args: string[]): Promise<Record<string, unknown>> =>
    JSON.parse((await cli.run([...args, '--json'])).out) as Record<string, unknown>;
  const listed = async (...args: string[]) => (await json(...args)) as unknown as Record<string, unknown>[];

  it('finds an account by its address, disables, enables and deletes it', async () => {
    const { email, id } = await newMember(server, { UserName: 'Mia' });
    expect((await cli.run(['account', 'list', '--query', email])).out).toContain(
      `${id}\tMia\tactive\t\t${email}`,
    );
    expect(await json('account', 'get', email)).toMatchObject({ accountId: id, name: 'Mia' });
    const disabled = await cli.run(['account', 'update', email, '--status', 'disabled']);
    expect(disabled).toEqual({ code: 0, out: '', err: `Account ${id} updated.\n` });
    expect((await cli.run(['account', 'list', '--status', 'disabled'])).out).toContain('Mia');
    expect(await json('account', 'update', id, '--status', 'active', '--role', 'support')).toMatchObject({
      status: 'active',
      role: 'support',
    });
    expect((await cli.run(['account', 'delete', id])).code).toBe(2);
    expect((await cli.run(['account', 'delete', id, '--yes'])).code).toBe(0);
    expect(await cli.run(['account', 'get', email])).toMatchObject({ code: 5, out: '' });
  });

  it('creates an account, changes its profile and identifiers, and prints its timeline', async () => {
    const create = ['account', 'create', '--name', 'Nora', '--email', 'nora@cli.example', '--country', 'DE'];
    const made = await cli.run(create);
    const id = made.out.trim().split('\t')[1];
    expect([made.code, made.err]).toEqual([
      0,
      `Account ${id} created, and an invitation sent to nora@cli.example.\n`,
    ]);
    const again = await cli.run(create);
    expect([again.code, again.err]).toEqual([6, expect.stringContaining(`belongs to account ${id} already`)]);
    expect((await cli.run(['account', 'create', '--name', 'Nobody'])).code).toBe(2);
    const short = await cli.run([
      'account',
      'create',
      '--name',
      'Short',
      '--phone',
      '0151',
      '--country',
      'DE',
    ]);
    expect(short.err).toContain('--phone "0151" has too few digits');
    expect((await cli.run(['account', 'add-identifier', id, '--phone', 'x1'])).err).toContain(
      '--phone "x1" is not',
    );
    const both = ['account', 'create', '--name', 'Both', '--email', 'b@cli.example', '--login', 'both'];
    expect((await cli.run(both)).code).toBe(2);
    const wrong = await cli.run(['account', 'create', '--name', 'W', '--email', 'none', '--country', 'XX']);
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringMatching(/e-mail address[^]*ISO 3166|ISO 3166[^]*e-mail/),
    ]);
    const update = ['account', 'update', id, '--name', 'Nora N.', '--language', 'fr', '--country', 'none'];
    expect(await json(...update)).toMatchObject({ name: 'Nora N.', locale: 'fr', countryCode: null });
    const phone = '+4915112999999';
    const added = await cli.run(['account', 'add-identifier', id, '--phone', '+49 151 12999999']);
    expect([added.code, added.err]).toEqual([0, `${phone} added, and an invitation sent there.\n`]);
    expect((await cli.run(['account', 'get', id])).out).toContain(phone);
    const removed = await cli.run(['account', 'remove-identifier', id, 'NORA@cli.example']);
    expect([removed.code, removed.err]).toEqual([0, 'nora@cli.example removed.\n']);
    const last = await cli.run(['account', 'remove-identifier', id, phone]);
    expect([last.code, last.err]).toEqual([6, expect.stringContaining('Add another one first')]);
    const told = await cli.run(['account', 'timeline', id, '--limit', '1']);
    expect(told.out).toContain('removed an address from');
    const one = await newMember(server);
    const asked = await cli.run(['account', 'add-identifier', one.email, '--email', 'further@cli.example']);
    expect(asked.err).toContain('It is added once the link was used.');
  });

  it('helps a user: links, browsers, tokens, a partner’s id', async () => {
    const id = await invite(server);
    expect((await cli.run(['account', 'invite', id])).code).toBe(6); // sent just now
    const reset = ['account', 'reset-password', ANNA.email];
    expect([(await cli.run(reset)).code, (await cli.run(reset)).code]).toEqual([0, 6]);
    const { access_token: token } = await tokensFor(server, BEN);
    const inspected = await cli.run(['token', 'inspect'], { input: `${token}\n` });
    expect(inspected.out).toContain('state\tactive');
    expect((await cli.run(['account', 'grants', BEN.email])).out).toContain('family-app');
    expect((await cli.run(['account', 'end-grants', BEN.email])).code).toBe(0);
    expect(await tokenStatus(server, token)).toBe(401);
    const again = await tokensFor(server, BEN);
    const [{ grantId }] = await listed('grant', 'list', '--account', BEN.email);
    expect((await cli.run(['grant', 'end', String(grantId)])).code).toBe(0);
    expect(await tokenStatus(server, again.access_token)).toBe(401);
    const third = await tokensFor(server, BEN);
    expect((await cli.run(['token', 'revoke'], { input: third.access_token })).code).toBe(0);
    expect((await cli.run(['token', 'revoke'], { input: third.access_token })).code).toBe(5);
    expect((await cli.run(['account', 'sessions', BEN.email])).code).toBe(0);
    expect((await cli.run(['account', 'end-sessions', BEN.email])).code).toBe(0);
    const connect = [
      'account',
      'connect',
      BEN.email,
      '--issuer',
      'https://portal.example',
      '--value',
      '4711',
    ];
    const { identifierId } = await json(...connect);
    expect((await cli.run(['account', 'get', BEN.email])).out).toContain(
      '4711 (ExternalId of https://portal.example',
    );
    expect((await cli.run(['account', 'disconnect', BEN.email, String(identifierId)])).code).toBe(0);
  });

  it('lists every way into an account, and ends one', async () => {
    const member = await newMember(server);
    await new CookieBrowser(server).signIn(member);
    const { out } = await cli.run(['account', 'ways', member.email]);
    expect(out).toMatch(/^password\tpassword\tpassword\t/m);
    expect(out).toContain(`email · ${member.email}`);
    const [, id] = /^sessions\t([\da-f]{64})\tbrowser\t/m.exec(out) ?? [];
    const end = ['account', 'end-way', member.email, 'sessions', id];
    expect(await cli.run(end)).toMatchObject({ code: 0, out: '', err: 'Ended.\n' });
    const again = await cli.run(end);
    expect([again.code, again.err]).toEqual([5, expect.stringContaining(id)]);
    expect((await cli.run(['account', 'ways', member.email])).out).not.toContain(id);
  });

  it('shows and ends what a user allowed a client', async () => {
    const { shop } = THIRD_PARTIES;
    const { code } = await new CookieBrowser(server).connect(ANNA, shop);
    const { body } = await exchange(server, shop, code);
    const { out } = await cli.run(['account', 'consents', ANNA.email]);
    expect(out).toMatch(/^shop\tShop\taccount\t\S+\t\n$/);
    expect(await cli.run(['account', 'end-consent', ANNA.email, 'shop'])).toMatchObject({ code: 0, out: '' });
    expect(await tokenStatus(server, body.access_token)).toBe(401);
    expect((await cli.run(['account', 'end-consent', ANNA.email, 'shop'])).code).toBe(5);
    expect((await cli.run(['account', 'consents', ANNA.email])).out).toBe('');
  });

  it('changes a family and its members', async () => {
    const [{ familyId: id }] = await listed('family', 'list', '--query', 'the k');
    expect(await json('family', 'update', String(id), '--premium', 'free')).toMatchObject({ premiumType: 0 });
    const { id: member } = await newMember(server, { UserName: 'Lou' });
    await cli.run(['family', 'put-member', String(id), member, '--as', 'administrator']);
    expect((await cli.run(['family', 'get', String(id)])).out).toContain(`Lou (administrator, ${member})`);
    const second = await cli.run(['family', 'put-member', String(id), member, '--as', 'founder']);
    expect([second.code, second.err]).toEqual([6, expect.stringContaining('founder already')]);
    expect(await json('family', 'update', String(id), '--no-tasks', '--autotracking')).toMatchObject({
      taskService: false,
      autotrackingService: true,
    });
    const file = join(cli.home, 'family.png');
    writeFileSync(file, await picture('png'));
    expect((await cli.run(['family', 'set-picture', String(id), file])).code).toBe(0);
    expect((await cli.run(['family', 'get', String(id)])).out).toMatch(/picture\s+\/pictures\//);
    expect((await cli.run(['family', 'set-picture', String(id), 'none'])).code).toBe(0);
    expect((await cli.run(['family', 'get', String(id)])).out).not.toContain('/pictures/');
    expect((await cli.run(['family', 'set-picture', String(id), join(cli.home, 'none.png')])).code).toBe(2);
    const given = await cli.run(['family', 'hand-over', String(id), member]);
    expect(given.code).toBe(0);
    expect((await cli.run(['family', 'get', String(id)])).out).toContain(`Lou (founder, ${member})`);
    await cli.run(['family', 'hand-over', String(id), ANNA.email]);
    expect((await cli.run(['family', 'remove-member', String(id), member])).code).toBe(0);
    expect((await cli.run(['family', 'delete', String(id), '--yes'])).code).toBe(6);
  });

  it('creates a family, invites a person to it, and withdraws the invitation', async () => {
    const { familyId: id } = await json('family', 'create', '--name', 'The Ns', '--founder', ANNA.email);
    const get = async () => (await cli.run(['family', 'get', String(id)])).out;
    expect(await get()).toContain('(founder, ');
    const invite = ['family', 'invite', String(id), '--name', 'Mia', '--email'];
    const taken = await cli.run([...invite, BEN.email]);
    expect([taken.code, taken.err]).not.toEqual([0, expect.anything()]);
    expect(taken.err).toContain('add it as a member');
    expect((await cli.run([...invite, 'mia@ns.example', '--as', 'administrator'])).code).toBe(0);
    const pending = await cli.run(['family', 'invitations', String(id)]);
    expect(pending.out).toContain('mia@ns.example\tMia\tadministrator');
    expect(await get()).toContain('Mia (administrator, ');
    const withdraw = ['family', 'withdraw-invitation', String(id), 'MIA@ns.example'];
    expect([(await cli.run(withdraw)).code, (await cli.run(withdraw)).code]).toEqual([0, 5]);
    expect(await get()).not.toContain('Mia');
  });

  describe('import accounts', () => {
    const line = (name: string, value: string) =>
      JSON.stringify({ name, identifiers: [{ type: 'Email', value }] });
    const write = (name: string, lines: readonly string[]): string => {
      const file = join(cli.home, name);
      writeFileSync(file, lines.join('\n'));
      return file;
    };

    it('sends 1,200 lines in requests of 500, lists the refused ones, and can be repeated', async () => {
      const lines = Array.from({ length: 1200 }, (_, index) =>
        line(`Old ${index}`, `old${index}@import.example`),
      );
      lines[700] = line('No address', 'none');
      lines[701] = 'no JSON';
      lines[702] = '';
      const file = write('many.ndjson', lines);
      const first = await cli.run(['import', 'accounts', file]);
      expect([first.code, first.out]).toEqual([1, '']);
      expect(first.err).toContain('1197 created, 0 already existed, 2 refused');
      const rejected = `${file}.rejected.ndjson`;
      expect(
        readFileSync(rejected, 'utf8')
          .trim()
          .split('\n')
          .map((each) => JSON.parse(each) as object),
      ).toEqual([
        { line: 701, message: expect.stringContaining('e-mail'), account: JSON.parse(lines[700]) as object },
        { line: 702, message: 'is not a JSON object', account: 'no JSON' },
      ]);
      expect(statSync(rejected).mode & 0o777).toBe(0o600);
      const clean = write(
        'many.ndjson',
        lines.filter((_, index) => index < 700 || index > 702),
      );
      const again = await cli.run(['import', 'accounts', clean, '--json']);
      expect([again.code, JSON.parse(again.out)]).toEqual([
        0,
        expect.objectContaining({ created: 0, exists: 1197, refused: 0, seconds: expect.any(Number) }),
      ]);
      expect(existsSync(rejected)).toBe(false);
      expect(await accountId(server, 'old0@import.example')).toMatch(/^\d+$/);
    });

    it('asks for the password of a session after 5 minutes, and says how to continue', async () => {
      server.clock.advance({ minutes: 6 });
      const file = write('one.ndjson', [line('One', 'one@import.example')]);
      const refused = await cli.run(['import', 'accounts', file]);
      expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('Repeat the command')]);
      const env = { HEARTH_PASSWORD: 'a long admin word' };
      expect((await cli.run(['import', 'accounts', file], { env })).code).toBe(0);
      expect((await cli.run(['import', 'accounts', 'nowhere.ndjson'])).code).toBe(2);
    });
  });
});
