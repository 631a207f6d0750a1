import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { basic, post, refresh, tokensFor, type Answer } from '../../support/a01.js';
import { AuditTrail } from '../../support/audit-trail.js';
import {
  CookieBrowser,
  exchange,
  pkceOf,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { accountId } from '../../support/database-rows.js';
import { eventually } from '../../support/eventually.js';
import { BEN, CLIENTS } from '../../support/fixtures.js';
import type { TestServer } from '../../support/start-app.js';

const { app, imported, strict } = CLIENTS;
const { shop, garden } = THIRD_PARTIES;
const TOKEN_EXCHANGE = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  subject_token_type: 'urn:hearth:params:oauth:token-type:validation-token',
};

type Refused = Pick<Answer, 'status' | 'body'>;
interface Found {
  readonly answer: Refused;
  readonly logged: unknown;
  readonly audited: unknown;
}

describe('the reason for a refused grant is in the log and the audit, not in the answer', () => {
  let server: TestServer;
  let trail: AuditTrail;
  let ben: string;
  beforeAll(async () => {
    server = await startWithThirdParties();
    trail = new AuditTrail(server);
    ben = await accountId(server, BEN.email);
  });
  afterAll(() => server.close());
  beforeEach(() => server.clock.advance({ minutes: 31 }));

  const accounts = () => server.get(AccountService);
  const disabled = async (work: () => Promise<Refused>): Promise<Refused> => {
    await accounts().disable(ben);
    const answer = await work();
    await accounts().enable(ben);
    return answer;
  };

  async function find(action: string, reason: string, work: () => Promise<Refused>): Promise<Found> {
    const from = server.log.length;
    let answer: Refused | undefined;
    const events = await trail.of(async () => (answer = await work()));
    const event = events.find((each) => each.action === action && each.outcome === 'refused');
    const logged = await eventually(() => {
      const lines = server.log
        .slice(from)
        .map((line) => JSON.parse(line) as { details?: { reason?: string } });
      return Promise.resolve(lines.find(({ details }) => details?.reason === reason) ?? null);
    });
    return { answer: answer as Refused, logged, audited: event?.details?.why ?? event?.details?.reason };
  }

  const REFRESHES: Readonly<Record<string, () => Promise<Refused>>> = {
    unknown: () => refresh(server, 'x'.repeat(43)),
    'other client': async () => refresh(server, (await tokensFor(server, BEN)).refresh_token, imported),
    expired: async () => {
      const { refresh_token: token } = await tokensFor(server, BEN);
      server.clock.advance({ days: 6 * 365 });
      return refresh(server, token);
    },
    revoked: async () => {
      const { refresh_token: token } = await tokensFor(server, BEN);
      await post(server, '/revoke', { token }, basic(app));
      return refresh(server, token);
    },
    disabled: async () => {
      const { refresh_token: token } = await tokensFor(server, BEN);
      return disabled(() => refresh(server, token));
    },
    reused: async () => {
      const { refresh_token: token } = await tokensFor(server, BEN);
      await refresh(server, token);
      server.clock.advance({ seconds: 61 });
      return refresh(server, token);
    },
  };

  it.each(Object.keys(REFRESHES))('a refresh token: %s', async (reason) => {
    const { answer, logged, audited } = await find('token.refused', reason, REFRESHES[reason]);
    expect([answer.status, answer.body]).toEqual([400, oneAnswer]);
    expect(audited).toBe(reason);
    expect(logged).toMatchObject({ outcome: 'invalid_grant' });
  });
  const oneAnswer = {
    error: 'invalid_grant',
    error_description: 'The grant is unknown, expired, already used, revoked, or belongs to another client.',
  };

  it('a refresh token of a strict client that was unused too long: expired', async () => {
    const { refresh_token: token } = await tokensFor(server, BEN, 'Bearer', strict);
    const work = (): Promise<Refused> => {
      server.clock.advance({ days: 91 });
      return refresh(server, token, strict);
    };
    expect((await find('token.refused', 'expired', work)).audited).toBe('expired');
  });

  const code = async (parameters: Record<string, string> = {}): Promise<string> =>
    (await new CookieBrowser(server).connect(BEN, shop, parameters)).code;
  const CODES: Readonly<Record<string, () => Promise<Refused>>> = {
    unknown: () => exchange(server, shop, 'x'.repeat(43)),
    'other client': async () => exchange(server, garden, await code()),
    reused: async () => {
      const once = await code();
      await exchange(server, shop, once);
      return exchange(server, shop, once);
    },
    expired: async () => {
      const late = await code();
      server.clock.advance({ seconds: 61 });
      return exchange(server, shop, late);
    },
    'other redirect_uri': async () =>
      exchange(server, shop, await code(), { redirect_uri: `${shop.redirectUri}/other` }),
    'wrong code_verifier': async () =>
      exchange(server, shop, await code(pkceOf()), { code_verifier: 'another-verifier'.repeat(3) }),
  };

  it.each(Object.keys(CODES))('a code: %s', async (reason) => {
    const { answer, audited } = await find('token.refused', reason, CODES[reason]);
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant']);
    expect(answer.body.error_description).toMatch(/^The code is unknown, expired, already used, /);
    expect(audited).toBe(reason);
  });

  const validationToken = async (audience?: string): Promise<string> => {
    const form = { identifier: BEN.email, ...(audience === undefined ? {} : { audience }) };
    return (await post(server, '/api/log2/createvalidationtoken', form, basic(app))).body.a01.r.r;
  };
  const spend = (subject_token: string, client: { id: string; secret: string } = app): Promise<Answer> =>
    post(server, '/token', { ...TOKEN_EXCHANGE, subject_token }, basic(client));
  const VALIDATION_TOKENS: Readonly<Record<string, () => Promise<Refused>>> = {
    'unknown or used': async () => {
      const token = await validationToken();
      await spend(token);
      return spend(token);
    },
    expired: async () => {
      const token = await validationToken();
      server.clock.advance({ minutes: 6 });
      return spend(token);
    },
    'other client': async () => spend(await validationToken(imported.id)),
    disabled: () => disabled(async () => spend(await validationToken())),
  };

  it.each(Object.keys(VALIDATION_TOKENS))('a validation token: %s', async (reason) => {
    const found = await find('validation-token.refused', reason, VALIDATION_TOKENS[reason]);
    const { answer, audited } = found;
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant']);
    expect(answer.body.error_description).toMatch(/^The validation token is unknown, expired, already used /);
    expect(audited).toBe(reason);
  });
});
