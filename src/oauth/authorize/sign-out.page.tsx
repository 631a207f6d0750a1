import type { Long } from '../../platform/operations/long.js';
import { stepPage } from '../../platform/pages/step-page.js';
import { lookOf } from '../../platform/pages/look.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';

/** A third party that wants its user back after sign-out. */
export interface SignOutReturn {
  readonly clientId: string;
  /** Its number: the page looks like its flow. */
  readonly ofClient: Long;
  readonly target: string;
  readonly state: string | null;
  /** Includes the state. */
  readonly address: string;
  /** The third party's page; null: it has none. */
  readonly homepageUrl: string | null;
}

/** Asks before signing out: any page could have sent the user here. */
export function signOutPage(reader: Reader, back: SignOutReturn | null): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('signOut.title'),
    look: lookOf(back?.ofClient ?? null),
    lead: t('signOut.lead'),
    children: (
      <form method="post" action="/sign-out">
        {back && (
          <>
            <input type="hidden" name="client_id" value={back.clientId} />
            <input type="hidden" name="post_logout_redirect_uri" value={back.target} />
            {back.state !== null && <input type="hidden" name="state" value={back.state} />}
          </>
        )}
        <button type="submit">{t('account.signOut')}</button>
      </form>
    ),
    after: [back?.homepageUrl ?? '/account', t('account.keep')],
  });
}

export function signedOutPage(reader: Reader): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('signedOut.title'),
    lead: t('signedOut.lead'),
    children: (
      <p>
        <a href="/sign-in">{t('signIn.title')}</a>
      </p>
    ),
  });
}
