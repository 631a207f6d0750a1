import type { AccountView } from './account.view.js';
import { addressOfAccount } from './accounts.page.js';

/** The sections of an account's page, in their order. */
export type AccountTab =
  'profile' | 'ways' | 'sign-in' | 'sessions' | 'applications' | 'families' | 'timeline';

/** The profile is at the address of the account itself. */
export function addressOfTab(accountId: string, tab: AccountTab): string {
  const address = addressOfAccount(accountId);
  return tab === 'profile' ? address : `${address}/${tab}`;
}

export function tabsOf(account: AccountView): { href: string; name: string; count?: number }[] {
  const at = (tab: AccountTab): string => addressOfTab(account.accountId, tab);
  return [
    { href: at('profile'), name: 'Profile' },
    { href: at('ways'), name: 'Ways in' },
    { href: at('sign-in'), name: 'Sign-in' },
    { href: at('sessions'), name: 'Sessions', count: account.sessions },
    {
      href: at('applications'),
      name: 'Applications',
      count: account.grants,
    },
    { href: at('families'), name: 'Families', count: account.families.length },
    { href: at('timeline'), name: 'Timeline' },
  ];
}

interface Done {
  readonly tab: AccountTab;
  readonly said: string;
}

/** For each form: the section of its page, and the notice there. */
const DONE: Readonly<Record<string, Done>> = {
  created: {
    tab: 'sign-in',
    said: 'Account created, and an invitation queued. The outbox shows whether it was sent.',
  },
  saved: { tab: 'profile', said: 'Changes saved.' },
  status: { tab: 'profile', said: 'Status changed, on every node.' },
  held: {
    tab: 'profile',
    said: 'On hold for 72 hours at most. Send a password reset link, or have an administrator secure it.',
  },
  secured: {
    tab: 'sign-in',
    said: 'Secured. Nothing opens it until its link is used, which is queued. If it expires, “Forgot your password?” sends another to the same address only.',
  },
  'secured-link': {
    tab: 'sign-in',
    said: 'Secured. Nothing opens it until its link is used: read it in the outbox, and hand it over. If it expires, secure the account again.',
  },
  role: { tab: 'profile', said: 'Role changed.' },
  'setup-code': { tab: 'profile', said: 'Set-up code made. An older one no longer works.' },
  invited: { tab: 'sign-in', said: 'Invitation queued. The outbox shows whether it was sent.' },
  reset: { tab: 'sign-in', said: 'Password reset link queued. The outbox shows whether it was sent.' },
  recovery: { tab: 'sign-in', said: 'Links queued. The second factor can be removed after the wait.' },
  'identifier-added': { tab: 'sign-in', said: 'Added. The person can sign in with it now.' },
  'identifier-asked': {
    tab: 'sign-in',
    said: 'A link is queued for the address, which is added once the link was used.',
  },
  'identifier-invited': { tab: 'sign-in', said: 'Added, and an invitation queued for it.' },
  'identifier-removed': { tab: 'sign-in', said: 'Removed. Links that were sent to it no longer work.' },
  connected: { tab: 'sign-in', said: 'Connected.' },
  disconnected: { tab: 'sign-in', said: 'Disconnected.' },
  'way-ended': { tab: 'ways', said: 'Ended.' },
  sessions: { tab: 'sessions', said: 'Signed out.' },
  grants: { tab: 'applications', said: 'Tokens revoked.' },
  consent: { tab: 'applications', said: 'Revoked. The application can no longer act for the user.' },
};

/** The section that a form belongs to. */
export function tabOf(done: string): AccountTab {
  return DONE[done].tab;
}

/** @param done from the address, so it may be any text */
export function saidAfter(done: string): string | undefined {
  return Object.hasOwn(DONE, done) ? DONE[done].said : undefined;
}
