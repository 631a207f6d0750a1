import type { TFunction } from 'i18next';
import type { UserAgent } from '../../identity/sign-ins/user-agent.js';

/** Names a browser: "Chrome on Windows", as far as known; that of a television is called as its system. */
export function browserName(t: TFunction, { browser, system }: UserAgent): string {
  if (browser !== null && system !== null && browser !== system)
    return t('account.agent', { browser, system });
  return browser ?? system ?? t('account.browser');
}
