import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { CookieBrowser } from '../../support/authorization.js';
import { protectedMember } from '../../support/authenticator.js';
import { rows } from '../../support/database-rows.js';
import { settleFactor } from '../../support/device-passwords.js';
import { NEXT_PASSWORD } from '../../support/forgotten-password.js';
import { request } from '../../support/http.js';
import { StolenAccount } from '../../support/stolen-account.js';

describe('support puts an account on hold', () => {
  let stage: StolenAccount;
  beforeAll(async () => {
    stage = await StolenAccount.start();
  });
  afterAll(() => stage.server.close());
  beforeEach(() => stage.renew());

  const release = async (): Promise<void> => {
    stage.server.clock.advance({ days: 3 });
    await stage.server.get(CleanUp).run();
    await stage.signInHelpers();
  };

  it('once in 30 days, whichever support member does it; administrators may at any time (D347)', async () => {
    const { server } = stage;
    const day = (at: number) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
    const first = server.clock.millis();
    await stage.hold();
    await release(); // the helpers are other accounts now
    const { status, body } = await stage.send(stage.support, 'hold');
    const again = first + 30 * 86_400_000;
    expect([status, body.detail]).toEqual([
      409,
      expect.stringMatching(
        new RegExp(
          `on hold on ${day(first)} at .+ UTC, .+ from ${day(again)} at .+ UTC. An administrator can`,
        ),
      ),
    ]);
    expect([await stage.state(), await stage.signsIn(stage.me.password)]).toEqual([['active', false], true]);
    const page = await request(server, {
      path: `/admin/accounts/${stage.me.id}/hold`,
      headers: { Cookie: await stage.support.consoleCookie(), Accept: 'text/html' },
      form: {},
    });
    expect([page.status, page.text.includes('An administrator can do it at any time.')]).toEqual([422, true]);

    expect((await stage.send(stage.admin, 'hold')).status).toBe(200);
    await release();
    server.clock.advance({ days: 24, minutes: -1 });
    await stage.signInHelpers();
    expect((await stage.send(stage.support, 'hold')).status).toBe(409);
    server.clock.advance({ minutes: 1 });
    expect((await stage.send(stage.support, 'hold')).status).toBe(200);
  });

  it('and says of an account on hold that it is, not when the next hold is possible', async () => {
    await stage.hold();
    const { status, body } = await stage.send(stage.support, 'hold');
    expect([status, body.detail]).toEqual([409, expect.stringContaining('Only an active account')]);
  });

  describe('while the second factor is being recovered (D348)', () => {
    const recovery = async () =>
      (
        await rows<{ ready: Date; ends: Date; now: Date }>(
          stage.server,
          'SELECT ready_at AS ready, ends_at AS ends FROM factor_recovery WHERE account_id = $1',
          [stage.me.id],
        )
      )[0];
    const protect = async (): Promise<void> => {
      await protectedMember(stage.server, stage.me);
      await settleFactor(stage.server, stage.me.id);
    };

    it("leaves an administrator's recovery: it continues with its links, no sooner and no later", async () => {
      await protect();
      expect((await stage.send(stage.admin, 'factor-recovery')).status).toBe(202);
      const [before, link] = [await recovery(), await stage.link('recovery')];
      await stage.hold();
      expect([await recovery(), await stage.link('recovery')]).toEqual([before, link]);
      stage.server.clock.advance({ days: 2 });
      expect((await new CookieBrowser(stage.server).post(link)).status).toBe(200);
      expect(await rows(stage.server, 'SELECT FROM totp WHERE account_id = $1', [stage.me.id])).toEqual([]);
    });

    it('ends a recovery that its user started, who may be a thief', async () => {
      await protect();
      const lost = new CookieBrowser(stage.server);
      await lost.signIn(stage.me);
      expect((await lost.post('/lost-factor')).status).toBe(200);
      await stage.hold();
      expect((await recovery()).ends).toEqual(stage.server.clock.now());
    });

    it('a deletion request leaves an administrator’s recovery too', async () => {
      await protect();
      expect((await stage.send(stage.admin, 'factor-recovery')).status).toBe(202);
      const before = await recovery();
      await rows(stage.server, `DELETE FROM totp WHERE account_id = $1 RETURNING 1`, [stage.me.id]); // no second step here
      const thief = new CookieBrowser(stage.server);
      await thief.signIn(stage.me);
      await thief.confirm(stage.me);
      expect((await thief.post('/account/data/delete')).status).toBe(200);
      expect(await recovery()).toEqual(before);
    });

    it('ends when an administrator disables the account', async () => {
      await protect();
      await stage.send(stage.admin, 'factor-recovery');
      await stage.setStatus('disabled');
      expect((await recovery()).ends).toEqual(stage.server.clock.now());
    });
  });

  it('keeps that of a secured account: it continues, and its link works', async () => {
    await stage.secure({ to: await stage.identifierOf(stage.me.email) });
    const before = await stage.account();
    expect((await stage.send(stage.support, 'hold')).status).toBe(409);
    expect(await stage.account()).toEqual(before);
    expect([await stage.choose(), await stage.signsIn(NEXT_PASSWORD)]).toEqual([303, true]);
  });

  it('sends a reset link even to an account that never had a password', async () => {
    await rows(
      stage.server,
      `UPDATE account SET password_hash = left(password_hash, 29) || repeat('.', 31) WHERE id = $1 RETURNING 1`,
      [stage.me.id],
    );
    await stage.hold();
    expect((await stage.send(stage.support, 'password-reset')).status).toBe(202);
    expect([await stage.choose(), await stage.signsIn(NEXT_PASSWORD)]).toEqual([303, true]);
  });
});
