import type { FactorWays } from '../../identity/sessions/second-factor.js';
import { ButtonForm } from '../../platform/pages/form.js';
import { stepPage } from '../../platform/pages/step-page.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { exactDay } from '../../platform/pages/when.js';
import { renderSection } from '../frame/account-frame.js';
import { FactorForms, OtherFactorForms, type FactorError } from '../factors/factor-forms.js';
import { FormProblem, type FormOutcome } from '../frame/form-outcome.js';

/** Everything of a person in one download, and the end of the account. */
export function dataPage(reader: Reader, deletion?: FormOutcome): string {
  const t = textsIn(reader.language);
  return renderSection(reader, {
    section: 'data',
    children: (
      <>
        <section class="card" id="download">
          <h2>{t('data.download')}</h2>
          <p class="hint">{t('data.downloadHint')}</p>
          <ButtonForm action="/account/data/download">{t('data.downloadSubmit')}</ButtonForm>
        </section>
        <section class="card" id="delete">
          <h2>{t('data.delete')}</h2>
          <p class="hint">{t('data.deleteHint')}</p>
          <FormProblem t={t} errors={deletion?.errors} />
          <ButtonForm action="/account/data/delete#delete" class="danger">{t('data.deleteSubmit')}</ButtonForm>
        </section>
      </>
    ),
  });
}

/** Everything is signed out; says until when one may come back. */
export function deletionAskedPage(reader: Reader, deletesAt: Date): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('data.askedTitle'),
    heading: null,
    children: (
      <div class="card">
        <h1>{t('data.askedTitle')}</h1>
        <p>{t('data.askedLead', { date: exactDay(reader, deletesAt) })}</p>
        <p>
          <a href="/sign-in">{t('signIn.title')}</a>
        </p>
      </div>
    ),
  });
}

interface KeepProps {
  readonly deletesAt: Date;
  /** The second factors that it takes. */
  readonly ways: FactorWays;
  readonly error?: FactorError;
}

/** Asks whether to keep the account; null: who asks has to sign in again, or the time is over. */
export function keepPage(reader: Reader, open: KeepProps | null): string {
  const t = textsIn(reader.language);
  const title = t(open === null ? 'data.overTitle' : 'data.undoTitle');
  const action = '/keep-account';
  return stepPage({
    reader,
    title,
    heading: null,
    children:
      open === null ? (
        <div class="card">
          <h1>{title}</h1>
          <p>{t('data.overLead')}</p>
          <p>
            <a href="/sign-in">{t('signIn.title')}</a>
          </p>
        </div>
      ) : (
        <>
          <div class="card">
            <h1>{title}</h1>
            <p>{t('data.undoLead', { date: exactDay(reader, open.deletesAt) })}</p>
            <FactorForms {...{ t, action, submit: t('data.undoSubmit'), ...open }} />
            {!open.ways.code && !open.ways.passkey && (
              <ButtonForm action={action}>{t('data.undoSubmit')}</ButtonForm>
            )}
          </div>
          <OtherFactorForms {...{ t, action, submit: t('data.undoSubmit'), ...open }} />
        </>
      ),
  });
}
