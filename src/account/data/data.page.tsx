import type { TFunction } from 'i18next';
import type { FactorWays } from '../../identity/sessions/second-factor.js';
import { ButtonForm } from '../../platform/pages/form.js';
import { stepPage } from '../../platform/pages/step-page.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { exactDay } from '../../platform/pages/when.js';
import { renderSection } from '../frame/account-frame.js';
import { FactorForms, OtherFactorForms, type FactorError } from '../factors/factor-forms.js';
import { FormProblem, type FormOutcome } from '../frame/form-outcome.js';
import { signInCardPage } from '../frame/sign-in-card.page.js';
import type { FamilyToHandOver } from './own-deletion.js';

interface DataPageProps {
  /** The families that a founder hands over first: until then the account can't be deleted. */
  readonly families: readonly FamilyToHandOver[];
  readonly deletion?: FormOutcome;
}

/** Offers the download of all of a person's data, and the deletion of the account. */
export function dataPage(reader: Reader, { families, deletion }: DataPageProps): string {
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
          {families.length > 0 ? (
            <HandOverFirst t={t} families={families} />
          ) : (
            <>
              <FormProblem t={t} errors={deletion?.errors} />
              <ButtonForm action="/account/data/delete#delete" class="danger">
                {t('data.deleteSubmit')}
              </ButtonForm>
            </>
          )}
        </section>
      </>
    ),
  });
}

function HandOverFirst({ t, families }: Pick<DataPageProps, 'families'> & { readonly t: TFunction }) {
  return (
    <div class="notice warn">
      <p>{t('data.handOverFirst')}</p>
      <ul>
        {families.map(({ id, name }) => (
          <li key={id}>
            <a href={`/account/families/${id}#hand-over`}>{name}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface KeepProps {
  readonly deletesAt: Date;
  /** The second factors that it accepts. */
  readonly ways: FactorWays;
  readonly error?: FactorError;
}

/** Asks whether to keep the account; null: the person has to sign in again, or the seven days are over. */
export function keepPage(reader: Reader, open: KeepProps | null): string {
  const t = textsIn(reader.language);
  if (open === null) return signInCardPage(reader, t('data.overTitle'), <p>{t('data.overLead')}</p>);
  const title = t('data.undoTitle');
  const forms = { t, action: '/keep-account', submit: t('data.undoSubmit'), ...open };
  return stepPage({
    reader,
    title,
    heading: null,
    children: (
      <>
        <div class="card">
          <h1>{title}</h1>
          <p>{t('data.undoLead', { date: exactDay(reader, open.deletesAt) })}</p>
          <FactorForms {...forms} />
          {!open.ways.code && !open.ways.passkey && (
            <ButtonForm action={forms.action}>{t('data.undoSubmit')}</ButtonForm>
          )}
        </div>
        <OtherFactorForms {...forms} />
      </>
    ),
  });
}
