import { afterEach, describe, expect, it } from '@jest/globals';
import { ScriptedFetch, type Scripted } from '../../test/support/scripted-fetch.js';
import { FizInsufficientUserAuthenticationException } from './call-errors.js';
import { PublicClient } from './client.js';
import { OAuthError, SignInRequired } from './errors.js';
import { Grant } from './grant.js';
import { MemoryTokens, type Tokens } from './tokens.js';

const OLD: Tokens = {
  access_token: 'a1',
  token_type: 'Bearer',
  expires_in: 1,
  refresh_token: 'r1',
  scope: 's',
};
const NEXT = { access_token: 'a2', token_type: 'Bearer', expires_in: 1, refresh_token: 'r2' };
const PONG: Scripted = { body: { a01: { r: { r: 'true' }, cn: 'accping' } } };
const refused = (name: string): Scripted => ({
  status: 401,
  body: { a01: { ex: { name, type: 'Un', value: '401', message: 'No.' }, cn: 'accping' } },
});
const EXPIRED = refused('FizAccessTokenExpiredException');
const OVER: Scripted = { status: 400, body: { error: 'invalid_grant', error_description: 'Over.' } };

function grantOf(store: MemoryTokens, ...answers: Scripted[]) {
  const script = new ScriptedFetch(...answers);
  const client = new PublicClient('https://hearth.example', { clientId: 'page', ...script });
  const tried = () =>
    script.sent.map(
      ({ url, headers }) => headers.Authorization ?? url.slice('https://hearth.example'.length),
    );
  return { client, grant: new Grant(client, store), tried };
}

describe('a call for an account', () => {
  it('refreshes an access token that is over, keeps what is new, and is made once more', async () => {
    const store = new MemoryTokens(OLD);
    const { grant, tried } = grantOf(store, EXPIRED, { body: NEXT }, PONG);
    expect(await grant.call('acc/ping')).toBe(true);
    expect(tried()).toEqual(['Bearer a1', '/token', 'Bearer a2']);
    expect(store.get()).toEqual({ ...NEXT, scope: 's' });
  });

  it('is made twice at most', async () => {
    const { grant, tried } = grantOf(new MemoryTokens(OLD), EXPIRED, { body: NEXT }, EXPIRED);
    await expect(grant.call('acc/ping')).rejects.toMatchObject({ name: 'FizAccessTokenExpiredException' });
    expect(tried()).toHaveLength(3);
  });

  it('does not refresh where a stronger sign-in is asked for', async () => {
    const { grant } = grantOf(new MemoryTokens(OLD), refused('FizInsufficientUserAuthenticationException'));
    await expect(grant.call('acc/ping')).rejects.toBeInstanceOf(FizInsufficientUserAuthenticationException);
  });

  it('asks to sign in where there are no tokens, or none that can be refreshed', async () => {
    await expect(grantOf(new MemoryTokens()).grant.call('acc/ping')).rejects.toBeInstanceOf(SignInRequired);
    const { grant } = grantOf(new MemoryTokens({ ...OLD, refresh_token: undefined }), EXPIRED);
    await expect(grant.call('acc/ping')).rejects.toBeInstanceOf(SignInRequired);
  });

  it('asks to sign in where the grant is over, says why, and empties the store', async () => {
    const store = new MemoryTokens(OLD);
    const { grant } = grantOf(store, EXPIRED, OVER);
    const refusal: unknown = await grant.call('acc/ping').catch((cause: unknown) => cause);
    expect(refusal).toBeInstanceOf(SignInRequired);
    expect((refusal as SignInRequired).cause).toBeInstanceOf(OAuthError);
    expect(refusal).toMatchObject({ message: 'Over.', status: 400 });
    expect(store.get()).toBeNull();
  });

  it('keeps the tokens where the refresh failed for another reason', async () => {
    const store = new MemoryTokens(OLD);
    const { grant } = grantOf(store, EXPIRED, { status: 500, body: { error: 'server_error' } });
    await expect(grant.call('acc/ping')).rejects.toMatchObject({ error: 'server_error' });
    expect(store.get()).toBe(OLD);
  });
});

describe('a refresh', () => {
  it('is one request for all who need it, with one store or with copies of it', async () => {
    const stores = [new MemoryTokens(OLD), new MemoryTokens(OLD)];
    const { client, tried } = grantOf(stores[0], { body: NEXT });
    const grants = stores.map((store) => new Grant(client, store));
    const all = [...Array(20).keys()].map((index) => grants[index % 2].refresh());
    for (const tokens of await Promise.all(all)) expect(tokens.access_token).toBe('a2');
    expect(tried()).toEqual(['/token']);
    for (const store of stores) expect(store.get()).toMatchObject(NEXT);
  });

  it('can be asked for again after one that failed', async () => {
    const { grant } = grantOf(
      new MemoryTokens(OLD),
      { status: 500, body: { error: 'server_error' } },
      { body: NEXT },
    );
    await expect(grant.refresh()).rejects.toBeInstanceOf(OAuthError);
    expect(await grant.refresh()).toMatchObject(NEXT);
  });

  it('does not bring back tokens of a user who signed out meanwhile', async () => {
    const store = new MemoryTokens(OLD);
    const { grant } = grantOf(store, { body: {} }, { body: NEXT });
    const refreshing = grant.refresh();
    await Promise.all([grant.revoke(), refreshing.catch(() => null)]);
    expect(store.get()).toBeNull();
  });

  describe('where there are Web Locks', () => {
    const navigator = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    afterEach(() => {
      if (navigator) Object.defineProperty(globalThis, 'navigator', navigator);
      else Reflect.deleteProperty(globalThis, 'navigator');
    });

    it('is one request for copies of a store too', async () => {
      const request = (_name: string, work: () => Promise<unknown>) => work();
      Object.defineProperty(globalThis, 'navigator', { value: { locks: { request } }, configurable: true });
      const stores = [new MemoryTokens(OLD), new MemoryTokens(OLD)];
      const { client, tried } = grantOf(stores[0], { body: NEXT });
      await Promise.all(stores.map((store) => new Grant(client, store).refresh()));
      expect(tried()).toEqual(['/token']);
      for (const store of stores) expect(store.get()).toMatchObject(NEXT);
    });

    it('takes what another tab got while this one waited', async () => {
      const store = new MemoryTokens(OLD);
      const names: string[] = [];
      const request = (name: string, work: () => Promise<unknown>) => {
        names.push(name);
        store.set({ ...OLD, ...NEXT } as Tokens);
        return work();
      };
      Object.defineProperty(globalThis, 'navigator', { value: { locks: { request } }, configurable: true });
      const { grant, tried } = grantOf(store, EXPIRED, PONG);
      expect(await grant.call('acc/ping')).toBe(true);
      expect(tried()).toEqual(['Bearer a1', 'Bearer a2']);
      expect(names).toEqual([expect.stringMatching(/^hearth [\w-]{43}$/)]);
      expect(names[0]).not.toContain('r1');
    });
  });
});

it('signing out ends the grant and empties the store', async () => {
  const store = new MemoryTokens(OLD);
  const { grant, tried } = grantOf(store, { body: {} });
  await grant.revoke();
  expect(store.get()).toBeNull();
  await grant.revoke();
  expect(tried()).toEqual(['/revoke']);
});
