import { describe, expect, it } from '@jest/globals';
import { ScriptedFetch, type Scripted } from '../../test/support/scripted-fetch.js';
import { FizWebSessionInvalidException } from './call-errors.js';
import { ConfidentialClient } from './confidential-client.js';
import { InvalidCallback, OAuthError } from './errors.js';
import { WebFlow } from './web-flow.js';

const result = (r: string): Scripted => ({ body: { a01: { r: { r }, cn: 'x' } } });
const KEPT = { stateRandomCipher: 'c', stateSecret: 's', expiresAt: 0 };
const back = (query: Record<string, string>) => `https://www.example/in?${new URLSearchParams(query)}`;

function flowOf(...answers: Scripted[]) {
  const script = new ScriptedFetch(...answers);
  const client = new ConfidentialClient('https://hearth.example', {
    ...{ clientId: 'www', clientSecret: 's' },
    ...script,
  });
  return { flow: new WebFlow(client, script.now), script };
}

describe('a sign-in by the web flow (§3.4)', () => {
  it('begins with a cipher and its secret, which are kept for nine minutes', async () => {
    const { flow, script } = flowOf(result('s1'), result('s2'));
    const kept = await flow.begin();
    expect(kept).toEqual({
      stateRandomCipher: expect.stringMatching(/^[\w-]{43}$/),
      stateSecret: 's1',
      expiresAt: script.now() + 540_000,
    });
    expect(await flow.begin(kept)).toBe(kept);
    expect(await flow.begin({ ...kept, expiresAt: script.now() })).toMatchObject({ stateSecret: 's2' });
    expect(flow.form(kept)).toEqual({
      action: 'https://hearth.example/api/web/login',
      stateRandomCipher: kept.stateRandomCipher,
    });
  });

  it('ends with a session that is validated', async () => {
    const { flow, script } = flowOf(result('true'));
    expect(await flow.finish(back({ state: 'c', session_id: 's:1.x' }), KEPT)).toBe('s:1.x');
    expect(script.sent[0].body).toBe('stateSecret=s&sessionId=s%3A1.x');
  });

  it.each([
    ['nothing was kept', { state: 'c', session_id: '1' }, undefined],
    ['the cipher is that of another browser', { state: 'd', session_id: '1' }, KEPT],
    ['an error is that of another browser', { state: 'd', error: 'invalid_grant' }, KEPT],
    ['there is no session', { state: 'c' }, KEPT],
  ])('is not taken where %s, and nothing is sent', async (_why, query, kept) => {
    await expect(flowOf().flow.finish(back(query), kept)).rejects.toBeInstanceOf(InvalidCallback);
  });

  it('tells what was wrong, and how long to wait', async () => {
    const query = { state: 'c', error: 'slow_down', error_description: 'Wait.', retry_after: '7' };
    const refusal: unknown = await flowOf()
      .flow.finish(back(query), KEPT)
      .catch((cause: unknown) => cause);
    expect(refusal).toBeInstanceOf(OAuthError);
    expect(refusal).toMatchObject({ error: 'slow_down', message: 'Wait.', retryAfter: 7 });
  });

  it('is refused where the session is another', async () => {
    const ex = { name: 'FizWebSessionInvalidException', type: 'Un', value: '403', message: 'Begin again.' };
    const { flow } = flowOf({ status: 403, body: { a01: { ex, cn: 'webvalidatesession' } } });
    const finished = flow.finish(back({ state: 'c', session_id: '1' }), KEPT);
    await expect(finished).rejects.toBeInstanceOf(FizWebSessionInvalidException);
  });
});
