import { describe, expect, it } from '@jest/globals';
import { ScriptedFetch, type Scripted } from '../../test/support/scripted-fetch.js';
import { PublicClient } from './client.js';

const DEVICE = {
  ...{ device_code: 'd', user_code: 'WDJB-MJHT', verification_uri: 'https://hearth.example/device' },
  ...{ verification_uri_complete: 'https://hearth.example/device?user_code=x', expires_in: 100, interval: 5 },
};
const TOKENS: Scripted = { body: { access_token: 'a', token_type: 'Bearer', expires_in: 1 } };
const saying = (error: string, status = 400): Scripted => ({ status, body: { error } });
const PENDING = saying('authorization_pending');
const LOST = new TypeError('fetch failed');

const polled = (script: ScriptedFetch) =>
  new PublicClient('https://hearth.example', { clientId: 'tv', ...script }).pollDevice(DEVICE);

describe('a device polls (RFC 8628 §3.5)', () => {
  it.each<[string, (Scripted | Error)[], number[]]>([
    ['until somebody decided', [PENDING, PENDING, TOKENS], [5, 5, 5]],
    ['more slowly where it is asked to, for good', [saying('slow_down'), PENDING, TOKENS], [5, 10, 10]],
    ['less and less often where nobody answers', [LOST, saying('server_error', 500), TOKENS], [5, 10, 20]],
  ])('%s', async (_how, answers, seconds) => {
    const script = new ScriptedFetch(...answers);
    expect(await polled(script)).toMatchObject({ access_token: 'a' });
    expect(script.slept).toEqual(seconds.map((each) => each * 1000));
    expect(script.sent[0].body).toContain('client_id=tv&grant_type=urn%3Aietf%3A');
  });

  it.each(['access_denied', 'expired_token', 'invalid_grant'])('and stops at %s', async (error) => {
    await expect(polled(new ScriptedFetch(PENDING, saying(error)))).rejects.toMatchObject({ error });
  });

  it('and stops where the application says so', async () => {
    const script = new ScriptedFetch(PENDING, PENDING);
    const stop = new AbortController();
    const sleep = (ms: number) => {
      if (script.sent.length === 1) stop.abort();
      return script.sleep(ms);
    };
    const client = new PublicClient('https://hearth.example', { clientId: 'tv', ...script, sleep });
    await expect(client.pollDevice(DEVICE, { signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(script.sent).toHaveLength(1);
  });

  it('and stops where nobody answered for as long as the code is good', async () => {
    const script = new ScriptedFetch(...Array<Error>(9).fill(LOST));
    await expect(polled(script)).rejects.toBe(LOST);
    expect(script.slept).toEqual([5000, 10_000, 20_000, 40_000, 80_000]);
  });
});
