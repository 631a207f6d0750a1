import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES, textsIn } from '../../src/platform/pages/texts/texts.js';
import {
  givenBy,
  problemWithScopes,
  SCOPE_CLAIMS,
  SCOPE_NAMES,
  type Scope,
} from '../../src/oauth/tokens/scope.js';
import { authorizePath, redirectOf, startWithThirdParties, THIRD_PARTIES } from '../support/authorization.js';
import { request } from '../support/http.js';
import type { TestServer } from '../support/start-app.js';

/** Every declared scope: a new one is included automatically (ADR 8). */
describe('each scope', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties();
  });
  afterAll(() => server.close());

  const ask = (scope: string) =>
    request(server, { path: authorizePath(THIRD_PARTIES.wide, { scope, prompt: 'none' }) });
  const errorOf = async (scope: string) => redirectOf(await ask(scope)).parameters.error;

  it('is in the metadata with its claims', async () => {
    const answer = await fetch(`${server.url}/.well-known/openid-configuration`);
    const { scopes_supported: scopes, claims_supported: claims } = (await answer.json()) as Record<
      string,
      string[]
    >;
    expect(scopes).toEqual([...SCOPE_NAMES, 'offline_access']);
    expect(claims).toEqual(expect.arrayContaining(['sub', ...SCOPE_CLAIMS]));
  });

  it.each(SCOPE_NAMES)('%s is explained to the user in every language', (scope) => {
    for (const language of LANGUAGES)
      for (const row of givenBy([scope])) expect(textsIn(language)(`given.${row}`)).not.toContain('given.');
  });

  it.each(SCOPE_NAMES)('%s works by itself, or is refused with the scope that it needs', async (scope) => {
    const problem = problemWithScopes([scope]);
    const { parameters } = redirectOf(await ask(scope));
    expect(parameters.error).toBe(problem === null ? 'login_required' : 'invalid_scope');
    if (problem !== null) expect(parameters.error_description).toBe(problem);
    expect(await errorOf(SCOPE_NAMES.join(' '))).toBe('login_required');
  });

  it('family.manage is none that the shipped ruleset of third parties allows (D390)', async () => {
    const path = authorizePath(THIRD_PARTIES.shop, { scope: 'family.manage', prompt: 'none' });
    expect(redirectOf(await request(server, { path })).parameters.error).toBe('invalid_scope');
  });

  it('only those of OpenID Connect need another scope', () => {
    const needy = SCOPE_NAMES.filter((scope: Scope) => problemWithScopes([scope]) !== null);
    expect(needy).toEqual(['profile', 'email', 'phone', 'family']);
    expect(problemWithScopes(['email'])).toBe('profile, email, phone and family need the scope openid.');
    expect(problemWithScopes(['email', 'openid'])).toBeNull();
  });
});
