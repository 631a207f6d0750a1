import type { TFunction } from 'i18next';
import type { OpenStop } from '../identity/mailed-links/stop-links.js';
import { Submit } from '../platform/pages/form.js';
import { stepPage } from '../platform/pages/step-page.js';
import type { Reader } from '../platform/pages/reader.js';
import { textsIn, type TextKey } from '../platform/pages/texts/texts.js';
import { exactTime } from '../platform/pages/when.js';

/** What a link undid. */
export interface StoppedAct extends Pick<OpenStop, 'about' | 'reads'> {
  /** Whether the removed address belongs to the account again; null: none was removed. */
  readonly isPutBack: boolean | null;
}

/** Says what was done, with a button that undoes it. */
export function stopPage(reader: Reader, token: string, { about, at, removed }: OpenStop): string {
  const t = textsIn(reader.language);
  const what = { value: about.value, at: exactTime(reader, at) };
  const effect =
    about.kind === 'secondFactorAdded' ? 'factorHint' : removed === null ? 'hint' : 'putBackHint';
  return stepPage({
    reader,
    title: t('notMe.title'),
    lead: t(`notMe.${about.kind}` as TextKey, what),
    children: (
      <>
        <form method="post" action={`/not-me/${token}`} class="card">
          <p class="hint">{t(`notMe.${effect}`, what)}</p>
          <Submit class="danger">{t('notMe.button')}</Submit>
        </form>
        <p class="after">{t('notMe.wasMe')}</p>
      </>
    ),
  });
}

/** Confirms it, and asks for a new password: the person who did it may know the old one. */
export function stoppedPage(reader: Reader, { about, isPutBack }: StoppedAct): string {
  const t = textsIn(reader.language);
  const { value } = about;
  return stepPage({
    reader,
    title: t('notMe.doneTitle'),
    lead: t('notMe.doneLead'),
    children: (
      <>
        {isPutBack !== null && <p>{t(isPutBack ? 'notMe.putBack' : 'notMe.taken', { value })}</p>}
        <NewPassword t={t} />
        {about.kind === 'secondFactorAdded' && (
          <p class="after">
            {t('notMe.factorStays')} <a href="/lost-factor">{t('recovery.title')}</a>
          </p>
        )}
      </>
    ),
  });
}

/** Says that the link no longer works. */
export function stopOverPage(reader: Reader): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('recovery.overTitle'),
    lead: t('notMe.overLead'),
    children: <NewPassword t={t} />,
  });
}

function NewPassword({ t }: { readonly t: TFunction }) {
  return (
    <section class="card">
      <p>{t('notMe.passwordLead')}</p>
      <p>
        <a role="button" href="/forgot-password">
          {t('notMe.password')}
        </a>
      </p>
    </section>
  );
}
