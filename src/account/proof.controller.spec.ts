import { describe, expect, it } from '@jest/globals';
import { visitWith } from '../../test/support/visits.js';
import type { PasswordVerifier } from '../identity/passwords/password-verifier.js';
import type { AccountInformationView } from '../identity/accounts/account-information.view.js';
import type { SecondFactor } from '../identity/sessions/second-factor.js';
import { attachAccount } from '../identity/sessions/own-visit.js';
import type { Proofs, Proven } from '../identity/sessions/proofs.js';
import type { SignIn } from '../identity/sessions/sign-in.js';
import { ProofController } from './proof.controller.js';
import type { WaysIn } from './ways/ways-in.js';

const ACCOUNT = { accountId: '1', name: 'Ada', identifiers: [] } as unknown as AccountInformationView;

/** Every proof is right. @param isOpen whether the session still is */
function pageWhere(isOpen: boolean): ProofController {
  return new ProofController(
    { verifyAgain: () => Promise.resolve({ mark: null }) } as unknown as PasswordVerifier,
    { verify: () => Promise.resolve('code') } as unknown as SecondFactor,
    {} as WaysIn,
    { proceed: () => Promise.resolve({}) } as unknown as SignIn,
    { show: () => Promise.resolve(isOpen) } as unknown as Proofs,
  );
}

describe('the page that asks a person for a new proof', () => {
  const ways = ['byPassword', 'byFactor'] as const;
  const leadsTo = async (way: (typeof ways)[number], next: unknown, isOpen = true) => {
    const { visit } = visitWith({ body: { current: 'right' } });
    const { status, headers } = await pageWhere(isOpen)[way](
      attachAccount(visit, { account: ACCOUNT, proven: {} as Proven }),
      next,
    );
    expect(status).toBe(303);
    return headers.Location;
  };
  const elsewhere = [
    'https://evil.example/',
    '//evil.example',
    '/admin',
    '/challenge?session_id=x',
    '',
    ['/account'],
  ];

  describe.each(ways)('%s', (way) => {
    it('leads to the page that asked for it', async () => {
      expect(await leadsTo(way, '/account/devices')).toBe('/account/devices');
    });

    it.each(elsewhere)('leads to nothing but the account: %j', async (next) => {
      expect(await leadsTo(way, next)).toBe('/account');
    });
  });

  it.each(elsewhere)(
    'leads to nothing but the account where the session ended meanwhile: %j',
    async (next) => {
      expect([await leadsTo('byPassword', next, false), await leadsTo('byFactor', next, false)]).toEqual([
        '/account',
        '/sign-in',
      ]);
    },
  );
});
