import { afterEach, describe, expect, it } from '@jest/globals';
import { ScriptedFetch, type Scripted } from '../../test/support/scripted-fetch.js';
import { FizInsufficientUserAuthenticationException } from './call-errors.js';
import { PublicClient } from './client.js';
import { OAuthError, SignInRequired } from './errors.js';
import { Grant } from './grant.js';
import { MemoryTokens, type Tokens, type TokenStore } from './tokens.js';

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

/** Takes as long as it likes to read and to write. */
class SlowTokens implements TokenStore {
  constructor(private readonly inner: MemoryTokens) {}

  async get(): Promise<Tokens | null> {
    const found = this.inner.get();
    await pause();
    return found;
  }

  async set(tokens: Tokens | null): Promise<void> {
    await pause();
    this.inner.set(tokens);
  }
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 1));

function grantOf(store: TokenStore, ...answers: (Scripted | Error)[]) {
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
  it('is not asked for by a call that learns late that the earlier token expired', async () => {
    const store = new MemoryTokens(OLD);
    const script = new ScriptedFetch(EXPIRED, { body: NEXT }, PONG, EXPIRED, PONG);
    let late: () => void = () => undefined;
    const isLate = new Promise<void>((resolve) => (late = resolve));
    const fetch = async (url: string, init: RequestInit) => {
      if (url.endsWith('acc/getloggedaccount') && script.sent.length < 3) await isLate;
      return script.fetch(url, init);
    };
    const grant = new Grant(
      new PublicClient('https://hearth.example', { clientId: 'page', ...script, fetch }),
      store,
    );
    const slow = grant.call('acc/getloggedaccount');
    expect(await grant.call('acc/ping')).toBe(true);
    late();
    await slow;
    const tokens = script.sent.map(({ url, headers }) => headers.Authorization ?? url.slice(-6));
    expect(tokens).toEqual(['Bearer a1', '/token', 'Bearer a2', 'Bearer a1', 'Bearer a2']);
  });

  it.each(['a slow store', 'a fast one'])('is one request for all who need it, with %s', async (which) => {
    const inner = new MemoryTokens(OLD);
    const store = which === 'a fast one' ? inner : new SlowTokens(inner);
    const { grant, tried } = grantOf(store, EXPIRED, EXPIRED, EXPIRED, { body: NEXT }, PONG, PONG, PONG);
    const calls = [1, 2, 3].map(() => grant.call('acc/ping'));
    expect(await Promise.all(calls)).toEqual([true, true, true]);
    expect(tried().filter((path) => path === '/token')).toHaveLength(1);
    expect(inner.get()).toMatchObject(NEXT);
  });

  it('that the network lost is told to all who waited, keeps the tokens, and can be asked for again', async () => {
    const store = new MemoryTokens(OLD);
    const lost = new TypeError('fetch failed');
    const { grant, tried } = grantOf(store, lost, { body: NEXT });
    for (const each of await Promise.allSettled([grant.refresh(), grant.refresh()]))
      expect(each).toMatchObject({ status: 'rejected', reason: lost });
    expect(store.get()).toBe(OLD);
    expect(await grant.refresh()).toMatchObject(NEXT);
    expect(tried()).toEqual(['/token', '/token']);
  });

  it('that comes too late takes what another process has put into the store', async () => {
    const store = new MemoryTokens(OLD);
    const script = new ScriptedFetch(EXPIRED, OVER, PONG);
    const fetch = (url: string, init: RequestInit) => {
      if (url.endsWith('/token')) store.set({ ...OLD, ...NEXT } as Tokens);
      return script.fetch(url, init);
    };
    const client = new PublicClient('https://hearth.example', { clientId: 'page', ...script, fetch });
    expect(await new Grant(client, store).call('acc/ping')).toBe(true);
    expect(script.sent[2].headers.Authorization).toBe('Bearer a2');
    expect(store.get()).toMatchObject(NEXT);
  });

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
    for (const delays of [0, 1, 2, 3, 4, 5, 6, 8]) {
      const inner = new MemoryTokens(OLD);
      const { grant } = grantOf(new SlowTokens(inner), { body: NEXT }, { body: NEXT });
      const refreshing = grant.refresh().catch(() => null);
      for (let waited = 0; waited < delays; waited++) await pause();
      await Promise.all([grant.revoke(), refreshing]);
      expect(inner.get()).toBeNull();
    }
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
