import type { TFunction } from 'i18next';
import type { UserAgent } from '../../identity/sign-ins/user-agent.js';

/** "Chrome on Windows", as far as it is known. */
export function browserName(t: TFunction, { browser, system }: UserAgent): string {
  if (browser !== null && system !== null) return t('account.agent', { browser, system });
  return browser ?? system ?? t('account.browser');
}
