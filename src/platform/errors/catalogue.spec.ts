import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { checkEach } from '../../../test/support/check-each.js';
import { AUDIT_ACTIONS } from '../audit/audit-actions.js';
import { CallError } from './call-error.js';
import { Errors, type ErrorDefinition } from './catalogue.js';

const all = Object.entries<ErrorDefinition>(Errors);
const named = (name: string): ErrorDefinition[] =>
  all.map(([, error]) => error).filter((error) => error.name === name);
const keyOf = ([key]: (typeof all)[number]): string => key;

describe('the error catalogue (§7, D7–D11)', () => {
  it.each([
    // §7.1
    ['FizAccountNotFoundInSessionException', 'Un', 501, 501],
    ['FizApiKeyInsufficientRightsException', 'Un', 509, 509],
    // §7.2 and D11
    ['AFizApiUnattendedException', 'Ex', 21, 500],
    ['FizApiUnavailableException', 'Un', 503, 503],
    ['FizApiOutcomeUnknownException', 'Un', 503, 503],
    ['FizApiUnknownCallException', 'Un', 404, 404],
    ['FizApiInvalidParameterException', 'Ex', 400, 400],
    ['FizApiInsecureTransportException', 'Un', 400, 400],
    ['FizCredentialInvalidException', 'Ex', 3, 401],
    ['FizFamilyRoleInsufficientException', 'Un', 403, 403],
    ['FizInvitationDoesNotExistException', 'Ex', 12, 404],
    ['FizTooManyAttemptsException', 'Ex', 429, 429],
    ['FizApiIdempotencyKeyReusedException', 'Ex', 422, 422], // D392
  ])('has %s as %s %i with status %i', (name, type, value, status) => {
    const found = named(name);
    expect(found.length).toBeGreaterThan(0);
    for (const error of found) expect(error).toMatchObject({ type, value, status });
  });

  it.each([
    ['FizApiAccIdentifierInvalidException', 'Ex', 21, [404]],
    ['AFizFamilyIdDoesNotExist', 'Ex', 11, [404]],
    ['AFizFamilyNotEmpty', 'Ex', 31, [409]],
    ['FizAccountAlreadyExistsException', 'Ex', 2, [409]],
    ['FizFounderAlreadyExistsException', 'Ex', 15, [409]],
    ['AFizInvalidIdentifierException', 'Ex', 21, [400]],
    ['AFizInvalidEmailException', 'Ex', 17, [400]],
    ['AFizInvalidMSISDNException', 'Ex', 22, [400]],
    ['FizAccountDoesNotExistException', 'Un', 507, [507]],
    ['AFizInvalidImageException', 'Ex', 23, [413, 415]], // D27
    ['FizWebSessionInvalidException', 'Un', 403, [403]], // D67
    ['FizWebStateAlreadyExistsException', 'Ex', 409, [409]], // D64
  ])('gives %s, once a call raises it, as %s %i (§7.2, D9)', (name, type, value, statuses) => {
    for (const error of named(name)) {
      expect(error).toMatchObject({ type, value });
      expect(statuses).toContain(error.status);
    }
  });

  it('has one type and value for each name', () => {
    for (const name of new Set(all.map(([, error]) => error.name))) {
      const kinds = new Set(named(name).map(({ type, value }) => `${type} ${value}`));
      expect([name, kinds.size]).toEqual([name, 1]);
    }
  });

  it('gives each a status by D9', () => {
    checkEach(all, keyOf, ([, { type, value, status }]) => {
      if (type === 'Un') expect(status).toBe(value);
      else expect([400, 401, 404, 409, 413, 415, 422, 429, 500]).toContain(status);
    });
  });

  it('tells with each in one English sentence what to change (D8)', () => {
    checkEach(all, keyOf, ([, { name, meaning }]) => {
      expect(name).toMatch(/^A?Fiz\w+$/);
      expect(meaning).toMatch(/^[A-Z][\x20-\x7e]*\.$/);
    });
  });

  it('has for each an error of RFC 6749 §5.2, or of its kin, with a fitting status (D12)', () => {
    checkEach(all, keyOf, ([, { oauth }]) => {
      expect([
        'invalid_request',
        'invalid_client',
        'invalid_grant',
        'unauthorized_client',
        'unsupported_grant_type',
        'invalid_scope',
        'invalid_token',
        'server_error',
        'temporarily_unavailable',
        'slow_down',
        ...['authorization_pending', 'access_denied', 'expired_token'], // RFC 8628 §3.5
        'insufficient_scope', // RFC 6750 §3.1
        'insufficient_user_authentication', // RFC 9470 §3
        'account_not_linked', // D118
        'unsupported_response_type', // RFC 9126 §2.3
        'invalid_target', // RFC 8693 §2.2.2
        ...['invalid_dpop_proof', 'use_dpop_nonce'], // RFC 9449 §12.2
      ]).toContain(oauth.error);
      if (oauth.error === 'invalid_client') expect(oauth.status).toBe(401);
      if (['invalid_grant', 'unauthorized_client', 'unsupported_grant_type'].includes(oauth.error))
        expect(oauth.status).toBe(400);
    });
  });

  it('never makes a database that is away an answer about credentials (D11)', () => {
    for (const { oauth } of [Errors.unavailable, Errors.outcomeUnknown])
      expect(oauth).toEqual({ error: 'temporarily_unavailable', status: 503 });
  });

  it('tells each on pages by a problem type that its status fits', () => {
    const expected: Readonly<Record<number, readonly (string | null)[]>> = {
      401: ['urn:hearth:problem:not-signed-in'],
      403: ['urn:hearth:problem:forbidden'],
      422: ['urn:hearth:problem:key-of-another'],
      429: ['urn:hearth:problem:too-many-attempts'],
      503: ['urn:hearth:problem:unavailable', 'urn:hearth:problem:outcome-unknown'],
    };
    checkEach(all, keyOf, ([, { problem, status }]) => {
      expect(expected[status] ?? [null]).toContain(problem);
    });
  });

  it('counts refusals in the audit trail, but for what is everyday or recorded deeper down (D125)', () => {
    const counted = all.filter(([, { audit }]) => audit !== null).map(([key, { audit }]) => [audit, key]);
    expect(counted.sort()).toEqual(
      [
        ['client.refused', 'clientNotAuthenticated'],
        ...['callNotAllowed', 'clientNotPrivileged', 'clientRequired', 'crossSiteRequest'].map((key) => [
          'call.denied',
          key,
        ]),
        ['call.denied', 'familyRoleInsufficient'],
        ['call.denied', 'refusedByProfile'],
        ['call.denied', 'scopeInsufficient'],
        ['call.denied', 'signInTooWeak'],
        ['token.refused', 'accessTokenInvalid'],
        ['token.refused', 'accessTokenProofInvalid'],
        ['token.refused', 'proofNotValid'],
        ['token.refused', 'grantNotValid'],
      ].sort(),
    );
    for (const [action] of counted)
      expect(AUDIT_ACTIONS).toHaveProperty([action as string], expect.objectContaining({ isCounted: true }));
  });

  it('has a line for each', () => {
    const lines = readFileSync(new URL('catalogue.ts', import.meta.url), 'utf8').split('\n');
    for (const [key] of all) {
      const [line] = lines.filter((one) => one.startsWith(`  ${key}: {`));
      expect([key, line?.replace(/ \/\/ .*$/, '')]).toEqual([key, expect.stringMatching(/ },$/)]);
    }
  });

  it('can not be changed', () => {
    expect(Object.isFrozen(Errors)).toBe(true);
    for (const [, error] of all) expect(Object.isFrozen(error)).toBe(true);
  });
});

describe('an error on its way to the caller', () => {
  it('has the meaning of its entry as message unless another is given', () => {
    expect(new CallError(Errors.unavailable).message).toBe(Errors.unavailable.meaning);
    expect(new CallError(Errors.unavailable, {}, { message: 'Other.' }).message).toBe('Other.');
  });

  it('keeps details and cause apart from what leaves the process (D8)', () => {
    const cause = new Error('SELECT secret');
    const error = new CallError(Errors.unattended, { accountId: '7' }, { cause });
    expect(error.cause).toBe(cause);
    expect(error.details).toEqual({ accountId: '7' });
    expect(error.message).not.toMatch(/SELECT|7/);
    expect(error.headers).toEqual({});
  });
});
