import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_PROPS, ACCOUNT_VIEW } from '../../../test/support/page-samples/console-account-samples.js';
import { SUPPORT } from '../../../test/support/page-samples/record-samples.js';
import { ADMINISTRATOR } from '../../../test/support/visits.js';
import { accountPage } from './account.page.js';
import { secureAccountPage } from './account-securing.page.js';
import type { AccountView } from './account.view.js';

const AT = '/admin/accounts/7';

/** The page of an account without a role, which has a second factor. */
const pageOf = (state: Partial<AccountView>, by = ADMINISTRATOR) =>
  accountPage({ ...ACCOUNT_PROPS, by, account: { ...ACCOUNT_VIEW, ...state } });

describe('the page of an account in the console', () => {
  it('starts the recovery of a second factor, if there is one', () => {
    expect(pageOf({})).toContain('Start recovery of the second factor');
    expect(pageOf({ isProtected: false })).not.toContain('Start recovery');
    expect(pageOf({ status: 'disabled' })).not.toContain('Start recovery');
  });

  it('leads an administrator to hold and to secure it, but for the own account', () => {
    expect(pageOf({})).toContain(`href="${AT}/hold"`);
    expect(pageOf({})).toContain(`href="${AT}/secure"`);
    expect(pageOf({ accountId: '1' })).not.toContain('/secure"');
    expect(pageOf({ status: 'pending' })).not.toContain('/secure"');
  });

  it('leads support to hold it, unless it has a role, and never to secure it', () => {
    expect(pageOf({}, SUPPORT)).toContain(`href="${AT}/hold"`);
    expect(pageOf({ role: 'support' }, SUPPORT)).not.toContain('/hold"');
    expect(pageOf({}, SUPPORT)).not.toContain('/secure"');
  });
});

describe('the page that secures an account', () => {
  const addresses = [{ id: '17', value: 'mia@family.example', addedAt: null }] as never;
  const shown = (props: object) =>
    secureAccountPage({ by: ADMINISTRATOR, account: ACCOUNT_VIEW, addresses, asksPassword: false, ...props });

  it('has no preselection, and masks addresses', () => {
    const [form] = /<fieldset.*<\/fieldset>/s.exec(shown({})) ?? [''];
    expect(form).toContain('m…@');
    expect(form).not.toContain('mia@family.example');
    expect(form).not.toContain('checked');
  });

  it('hands a link over where there is no address', () => {
    expect(shown({ addresses: [] })).toContain('A one-time link, handed over');
    expect(shown({})).not.toContain('handed over');
  });

  it('asks for the password where it was not confirmed lately', () => {
    expect(shown({})).not.toContain('name="password"');
    expect(shown({ asksPassword: true })).toContain('name="password"');
  });
});
