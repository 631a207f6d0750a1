import { Submit } from '../platform/pages/form.js';
import { stepPage } from '../platform/pages/step-page.js';
import type { Reader } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';
import { When } from '../platform/pages/when.js';
import { browserName } from './frame/browser-name.js';
import type { SignInView } from '../identity/sign-ins/sign-ins-of.js';

/** Asks before ending a sign-in that its owner does not recognise, with what was made in it. */
export function disownedSignInPage(reader: Reader, { id, at, agent }: SignInView, now: Date): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('account.disown.title'),
    children: (
      <>
        <p class="lead">
          {browserName(t, agent)}
          {typeof agent.network === 'string' &&
            ` · ${t('account.network', { network: agent.network })}`} ·{' '}
          <When reader={reader} at={at} now={now} />
        </p>
        <form method="post" action={`/account/sign-ins/${id}`} class="card">
          <p>{t('account.disown.ends')}</p>
          <p class="hint">{t('account.disown.suspends')}</p>
          <Submit class="danger">{t('account.disown.submit')}</Submit>
        </form>
      </>
    ),
    after: ['/account/devices', t('account.keep')],
  });
}
