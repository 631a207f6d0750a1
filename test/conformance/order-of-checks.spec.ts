import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic } from '../support/a01.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { Recorder } from '../support/recorder.js';
import { startApp, type TestServer } from '../support/start-app.js';

interface Request {
  readonly form: Record<string, string>;
  readonly headers: Record<string, string>;
}

/** A request without faults; each fault spoils one thing. */
const SOUND: Request = {
  form: { identifier: ANNA.email, password: ANNA.password, tokentype: 'Bearer', deviceId: 'd' },
  headers: basic(CLIENTS.app),
};

type Fault = (request: Request) => Request;
const FAULTS = {
  transport: ({ form, headers }) => ({ form, headers: { ...headers, 'X-Forwarded-For': '203.0.113.9' } }),
  'malformed credentials': ({ form, headers }) => ({
    form,
    headers: { ...headers, Authorization: 'Basic ###' },
  }),
  client: ({ form, headers }) => ({
    form,
    headers: { ...headers, ...basic({ id: 'nobody', secret: 'x' }) },
  }),
  ruleset: ({ form, headers }) => ({ form, headers: { ...headers, ...basic(CLIENTS.provisioning) } }),
  parameters: ({ form, headers }) => ({ form: { ...form, tokentype: 'JWT' }, headers }),
  password: ({ form, headers }) => ({ form: { ...form, password: 'wrong' }, headers }),
} satisfies Record<string, Fault>;
type FaultName = keyof typeof FAULTS;

const ANSWERS: Record<FaultName, [status: number, name: string, message: RegExp]> = {
  transport: [400, 'FizApiInsecureTransportException', /HTTPS/],
  'malformed credentials': [400, 'FizApiInvalidParameterException', /Basic/],
  client: [509, 'FizApiKeyInsufficientRightsException', /credentials are wrong/],
  ruleset: [509, 'FizApiKeyInsufficientRightsException', /ruleset/],
  parameters: [400, 'FizApiInvalidParameterException', /tokentype/],
  password: [401, 'FizCredentialInvalidException', /wrong/],
};

// Credentials can be malformed, wrong or of a client without the right, one of these at a time.
const ABOUT_CREDENTIALS: FaultName[] = ['malformed credentials', 'client', 'ruleset'];
const NAMES = Object.keys(FAULTS) as FaultName[];
const PAIRS = NAMES.flatMap((earlier, index) =>
  NAMES.slice(index + 1)
    .filter((later) => !(ABOUT_CREDENTIALS.includes(earlier) && ABOUT_CREDENTIALS.includes(later)))
    .map((later) => [earlier, later] as const),
);

describe('order of the checks: the first that fails answers (D36)', () => {
  let server: TestServer;
  let api: Recorder;
  beforeAll(async () => {
    server = await startApp();
    api = new Recorder(server);
  });
  afterAll(() => server.close());

  const exchange = ({ form, headers }: Request) =>
    api.post('/api/log2/generateaccesstokenbypassword', form, headers);

  it('passes a request without faults', async () => {
    expect((await exchange(SOUND)).status).toBe(200);
  });

  it.each(NAMES)('answers the fault "%s" when it is the only one', async (fault) => {
    const [status, name, message] = ANSWERS[fault];
    const answer = await exchange(FAULTS[fault](SOUND));
    expect([answer.status, answer.body.a01.ex.name]).toEqual([status, name]);
    expect(answer.body.a01.ex.message).toMatch(message);
  });

  // I5.1-08
  it.each(PAIRS)('answers the fault "%s" before "%s"', async (earlier, later) => {
    const [status, name, message] = ANSWERS[earlier];
    const answer = await exchange(FAULTS[earlier](FAULTS[later](SOUND)));
    expect([answer.status, answer.body.a01.ex.name]).toEqual([status, name]);
    expect(answer.body.a01.ex.message).toMatch(message);
  });

  it('answers malformed credentials before wrong ones in the parameters', async () => {
    const form = { ...SOUND.form, client_id: 'nobody', client_secret: 'x' };
    const { status, body } = await exchange({ form, headers: { Authorization: 'Basic ###' } });
    expect(status).toBe(400);
    expect(body.a01.ex.message).toMatch(/Basic/);
  });

  // I4.1-18
  it('answers different client ids in header and parameters before the wrong client (D34)', async () => {
    const form = { ...SOUND.form, client_id: CLIENTS.strict.id, client_secret: CLIENTS.strict.secret };
    const { status, body } = await exchange({ form, headers: basic({ id: 'nobody', secret: 'x' }) });
    expect(status).toBe(400);
    expect(body.a01.ex.name).toBe('FizApiInvalidParameterException');
  });

  // I1-03
  it('answers the client before the ruleset and the account', async () => {
    const wrong = basic({ id: CLIENTS.provisioning.id, secret: 'wrong' });
    const { status, body } = await api.get('/api/acc/getloggedaccount', wrong);
    expect(status).toBe(509);
    expect(body.a01.ex.message).toMatch(/credentials are wrong/);
  });

  // I1-03, I5.1-08
  it('answers the ruleset before the account', async () => {
    const { status, body } = await api.get('/api/acc/getloggedaccount', basic(CLIENTS.provisioning));
    expect(status).toBe(509);
    expect(body.a01.ex.message).toMatch(/ruleset/);
  });

  it('answers transport before a malformed Bearer token', async () => {
    const headers = { Authorization: 'Bearer a b', 'X-Forwarded-For': '203.0.113.9' };
    const { status, body } = await api.get('/api/acc/getloggedaccount', headers);
    expect(status).toBe(400);
    expect(body.a01.ex.name).toBe('FizApiInsecureTransportException');
  });

  it.each([
    ['transport before the client', { 'X-Forwarded-For': '203.0.113.9' }, {}, 400, 'invalid_request'],
    ['the client before a missing grant_type', basic({ id: 'x', secret: 'y' }), {}, 401, 'invalid_client'],
    ['no client before an unknown grant_type', {}, { grant_type: 'x' }, 401, 'invalid_client'],
    [
      'privilege before a missing username',
      basic(CLIENTS.thirdParty),
      { grant_type: 'password' },
      400,
      'unauthorized_client',
    ],
    [
      'a malformed token_type before a wrong refresh token',
      basic(CLIENTS.app),
      { grant_type: 'refresh_token', refresh_token: 'x', token_type: 'jwt' },
      400,
      'invalid_request',
    ],
  ])('answers %s on POST /token (D12)', async (_what, headers, form, status, error) => {
    const answer = await api.post('/token', form, headers);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  it('does not count a password that was not checked because of an earlier fault (D36, D40)', async () => {
    for (let i = 0; i < 8; i++) await exchange(FAULTS.parameters(FAULTS.password(SOUND)));
    expect((await exchange(SOUND)).status).toBe(200);
  });
});
