import { describe, expect, it } from '@jest/globals';
import { ScriptedFetch, type Scripted } from '../../test/support/scripted-fetch.js';
import { ConfidentialClient } from './confidential-client.js';
import { FizApiOutcomeUnknownException, FizApiUnavailableException } from './call-errors.js';
import { HearthError } from './errors.js';

const busy = (name = 'FizApiUnavailableException', seconds?: string): Scripted => ({
  status: 503,
  headers: seconds === undefined ? {} : { 'Retry-After': seconds },
  body: { a01: { ex: { name, type: 'Un', value: '503', message: 'Try again.' }, cn: 'accping' } },
});
const temporarily = (error_description: string): Scripted => ({
  status: 503,
  headers: { 'Retry-After': '2' },
  body: { error: 'temporarily_unavailable', error_description },
});
const PONG: Scripted = { body: { a01: { r: { r: 'true' }, cn: 'accping' } } };
const UNKNOWN = 'It is not known whether the change was made.';

const clientOf = (script: ScriptedFetch) =>
  new ConfidentialClient('https://hearth.example/', { clientId: 'shop', clientSecret: 's', ...script });

describe('a call that is answered 503 (D274)', () => {
  it('is sent again after Retry-After and a random time on top, which grows', async () => {
    const script = new ScriptedFetch(busy(undefined, '2'), busy(undefined, '2'), busy(undefined, '2'), PONG);
    expect(await clientOf(script).call('acc/ping')).toBe(true);
    expect(script.slept).toEqual([3000, 4000, 6000]);
    expect(new Set(script.sent.map(({ url }) => url))).toEqual(
      new Set(['https://hearth.example/api/acc/ping']),
    );
  });

  it('is refused at the fourth time', async () => {
    const script = new ScriptedFetch(...Array<Scripted>(4).fill(busy(undefined, '1')));
    await expect(clientOf(script).call('acc/ping')).rejects.toBeInstanceOf(FizApiUnavailableException);
    expect(script.slept).toHaveLength(3);
  });

  it.each([
    ['without Retry-After', busy(), FizApiUnavailableException, null],
    ['with a date', busy(undefined, 'Sat, 31 Jan 2026 08:00:00 GMT'), FizApiUnavailableException, null],
    ['with more than half a minute', busy(undefined, '31'), FizApiUnavailableException, 31],
    ['and nobody knows', busy('FizApiOutcomeUnknownException', '2'), FizApiOutcomeUnknownException, 2],
    ['by a proxy', { status: 503, headers: { 'Retry-After': '2' }, body: '<p>Later' }, HearthError, 2],
  ])('%s is not sent again, and the error says when', async (_how, answer, type, retryAfter) => {
    const script = new ScriptedFetch(answer);
    const refusal: unknown = await clientOf(script)
      .call('acc/ping')
      .catch((cause: unknown) => cause);
    expect(refusal).toBeInstanceOf(type);
    expect(refusal).toMatchObject({ status: 503, retryAfter });
    expect(script.slept).toEqual([]);
  });
});

describe('a request for tokens that is answered 503 (D274)', () => {
  const TOKENS: Scripted = { body: { access_token: 'a', token_type: 'Bearer', expires_in: 3600 } };

  it.each([
    ['a refresh, whatever became of it', 'refresh_token', UNKNOWN, 2],
    ['client_credentials, whatever became of it', 'client_credentials', UNKNOWN, 2],
    ['a code, when nothing was changed', 'authorization_code', 'Busy. Nothing was changed; try again.', 2],
  ])('%s is sent again', async (_what, grant_type, description, times) => {
    const script = new ScriptedFetch(temporarily(description), TOKENS);
    expect(await clientOf(script).tokens({ grant_type })).toMatchObject({ access_token: 'a' });
    expect(script.sent).toHaveLength(times);
  });

  const waiting = (description: string, seconds: string): Scripted => {
    const answer = temporarily(description);
    return { ...answer, headers: { 'Retry-After': seconds } };
  };

  it.each([
    ['at once', [waiting(UNKNOWN, '6')]],
    ['after another', [waiting(UNKNOWN, '5'), waiting('Busy. Nothing was changed.', '6')]],
  ])(
    'a refresh of which nobody knows is not sent after the time that it may be repeated in: %s',
    async (_when, answers) => {
      const script = new ScriptedFetch(...answers);
      await expect(clientOf(script).tokens({ grant_type: 'refresh_token' })).rejects.toMatchObject({
        retryAfter: 6,
      });
      expect(script.sent).toHaveLength(answers.length);
    },
  );

  it('waits for a second at least', async () => {
    const script = new ScriptedFetch(waiting(UNKNOWN, '0'), TOKENS);
    await clientOf(script).tokens({ grant_type: 'refresh_token' });
    expect(script.slept).toEqual([1500]);
  });

  it('a code that may be spent is not', async () => {
    const script = new ScriptedFetch(temporarily(UNKNOWN));
    await expect(clientOf(script).tokens({ grant_type: 'authorization_code' })).rejects.toMatchObject({
      error: 'temporarily_unavailable',
      message: UNKNOWN,
    });
  });
});

describe('an answer that is none of Hearth’s', () => {
  it.each<[string, Scripted]>([
    [
      'a redirect',
      { status: 302, headers: { Location: 'https://evil.example' }, body: { access_token: 'a' } },
    ],
    ['a list', { body: [] }],
    ['an object of something else', { body: { a01: null } }],
    ['a text in the place of an error', { status: 503, body: { error_description: {} } }],
  ])('%s is no tokens', async (_what, answer) => {
    const script = new ScriptedFetch(answer);
    await expect(clientOf(script).tokens({ grant_type: 'refresh_token' })).rejects.toThrow(HearthError);
    expect(script.sent).toHaveLength(1);
  });

  it('is followed nowhere, and gets no cookie', async () => {
    const script = new ScriptedFetch(PONG);
    const inits: RequestInit[] = [];
    const fetch = (url: string, init: RequestInit) => script.fetch(url, inits[inits.push(init) - 1]);
    const options = { clientId: 'shop', clientSecret: 's', ...script, fetch };
    await new ConfidentialClient('https://hearth.example', options).call('acc/ping');
    expect(inits).toEqual([expect.objectContaining({ redirect: 'manual', credentials: 'omit' })]);
  });
});

it('what fetch throws is the caller’s: nobody knows what became of the request', async () => {
  const lost = new TypeError('fetch failed');
  await expect(clientOf(new ScriptedFetch(lost)).call('acc/ping')).rejects.toBe(lost);
});
