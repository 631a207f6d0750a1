import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newAdmin } from '../support/admin-api.js';
import { CommandLine } from '../support/command-line.js';
import { startApp, type TestServer } from '../support/start-app.js';

describe('rulesets by the command line', () => {
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
  const rulesOf = async (name: string) => (await cli.run(['ruleset', 'get', name])).out.split('\n')[2];

  it('creates a ruleset, changes it by rule, replaces and deletes it', async () => {
    const args = ['--rule', 'acc*', '--rule', '!accping', '--description', 'For kiosks'];
    const created = await cli.run(['ruleset', 'create', 'KIOSK', ...args, '--json']);
    expect(JSON.parse(created.out)).toMatchObject({ name: 'KIOSK', rules: ['acc*', '!accping'], clients: 0 });
    expect(await rulesOf('KIOSK')).toBe('rules\tacc*\t!accping');
    await cli.run(['ruleset', 'update', 'KIOSK', '--add-rule', 'sys*', '--remove-rule', '!accping']);
    expect(await rulesOf('KIOSK')).toBe('rules\tacc*\tsys*');
    await cli.run(['ruleset', 'update', 'KIOSK', '--rule', 'log2*']);
    expect(await rulesOf('KIOSK')).toBe('rules\tlog2*');
    const list = await cli.run(['ruleset', 'list', '--ndjson']);
    expect(list.out).toContain('{"name":"KIOSK","description":"For kiosks","rules":["log2*"]');
    expect(await cli.run(['ruleset', 'delete', 'KIOSK', '--yes'])).toEqual({
      code: 0,
      out: '',
      err: 'Ruleset KIOSK deleted.\n',
    });
    expect((await cli.run(['ruleset', 'get', 'KIOSK'])).code).toBe(5);
  });

  it.each([
    [1, ['create', 'kiosk', '--rule', 'acc*'], 'name must be 3 to 50 capital letters'],
    [1, ['create', 'KIOSK', '--rule', 'no rule'], 'rules has a rule that is not a call'],
    [2, ['create', 'KIOSK'], "required option '--rule <pattern>'"],
    [2, ['update', 'WEB'], 'No changes given'],
    [5, ['update', 'WEB', '--remove-rule', 'none'], 'WEB has no rule none.'],
    [5, ['get', '../session'], 'There is no ruleset'],
    [2, ['get', '..'], '".." names nothing.'],
    [6, ['create', 'WEB', '--rule', 'acc*'], 'A ruleset WEB already exists'],
    [6, ['delete', 'WEB', '--yes'], 'WEB ships with Hearth'],
  ])('ends with %i: hearth ruleset %j', async (code, args, message) => {
    const result = await cli.run(['ruleset', ...args]);
    expect([result.code, result.out]).toEqual([code, '']);
    expect(result.err).toContain(message);
  });

  it('refuses support', async () => {
    const support = new CommandLine();
    const { email, password } = await newAdmin(server, 'support');
    await support.run(['login', server.url, '--identifier', email], { env: { HEARTH_PASSWORD: password } });
    const { code, err } = await support.run(['ruleset', 'list']);
    expect([code, err]).toEqual([4, expect.stringContaining('your role is support')]);
    support.close();
  });

  it('asks for the password again after 5 minutes', async () => {
    await cli.run(['ruleset', 'create', 'OLD', '--rule', 'acc*']);
    server.clock.advance({ minutes: 6 });
    const remove = ['ruleset', 'delete', 'OLD', '--yes'];
    expect(await cli.run(remove)).toMatchObject({ code: 4 });
    expect((await cli.run(remove, { env: { HEARTH_PASSWORD: 'wrong' } })).code).toBe(4);
    expect((await cli.run(remove, { env: { HEARTH_PASSWORD: 'a long admin word' } })).code).toBe(0);
  });
});
