import type { TFunction } from 'i18next';
import type { Service } from '../../identity/accounts/family-services.js';
import { ButtonForm, Checkbox, Field, FileField, FormDone, Submit } from '../../platform/pages/form.js';
import { lookOf } from '../../platform/pages/look.js';
import { typedFields } from '../../platform/pages/page-errors.js';
import { FormProblem, type FormOutcome } from '../frame/form-outcome.js';
import type { FamilyDone, RenameForm } from './family-forms.js';
import type { FamilySeen } from './family-views.js';

interface SettingProps<Values = never> {
  readonly t: TFunction;
  readonly family: FamilySeen;
  readonly outcome: FormOutcome<Values> | undefined;
  /** The form that was done before the redirect to the page. */
  readonly done: FamilyDone | undefined;
}

/** Gives the family another name. */
export function FamilyName({ t, family, outcome, done }: SettingProps<RenameForm>) {
  const field = typedFields(t, outcome?.errors, outcome?.values ?? family);
  return (
    <section class="card" id="rename">
      <h2>{t('families.rename')}</h2>
      <FormDone>{done === 'name' && t('families.renamed')}</FormDone>
      <FormProblem t={t} errors={outcome?.errors} />
      <form method="post" action={`/account/families/${family.id}/name#rename`} class="plain">
        <Field {...field('name')} id="family-name" label={t('families.rename')} type="text" />
        <Submit class="secondary">{t('families.nameSave')}</Submit>
      </form>
    </section>
  );
}

/** Sets the picture of the family, or takes it away. */
export function FamilyPicture({ t, family: { id, pictureKey }, outcome, done }: SettingProps) {
  const { error } = typedFields(t, outcome?.errors)('file');
  const path = `/account/families/${id}/picture`;
  return (
    <section class="card" id="picture">
      <h2>{t('families.picture')}</h2>
      <FormDone>
        {(done === 'pictureSaved' && t('families.pictureSaved')) ||
          (done === 'picture' && t('families.pictureRemoved'))}
      </FormDone>
      <form method="post" action={`${path}#picture`} enctype="multipart/form-data" class="plain">
        <FileField
          name="file"
          label={t('families.pictureFile')}
          accept="image/*"
          hint={t('families.pictureHint')}
          error={error}
        />
        <Submit class="secondary">{t('families.pictureSave')}</Submit>
      </form>
      {pictureKey !== null && (
        <ButtonForm action={`${path}/remove#picture`} class="danger outline">
          {t('families.pictureRemove')}
        </ButtonForm>
      )}
    </section>
  );
}

/** Turns the services of the family on and off. */
export function FamilyServices({ t, family, outcome, done }: SettingProps) {
  return (
    <section class="card" id="services">
      <h2>{t('families.services')}</h2>
      <FormDone>{done === 'services' && t('families.servicesSaved')}</FormDone>
      <FormProblem t={t} errors={outcome?.errors} />
      <p class="hint">{t('families.servicesHint')}</p>
      <form method="post" action={`/account/families/${family.id}/services#services`} class="plain">
        {(Object.keys(family.services) as Service[]).map((service) => (
          <Checkbox
            key={service}
            name={service}
            label={t(`families.service.${service}`)}
            isChecked={family.services[service]}
          />
        ))}
        <Submit class="secondary">{t('families.servicesSave')}</Submit>
      </form>
    </section>
  );
}

/** Lets members connect applications that nobody registered, or not (D430). */
export function FamilyStrangers({ t, family, outcome, done }: SettingProps) {
  return (
    <section class="card" id="strangers">
      <h2>{t('families.strangers')}</h2>
      <FormDone>{done === 'strangers' && t('families.strangersSaved')}</FormDone>
      <FormProblem t={t} errors={outcome?.errors} />
      <p class="hint">{t('families.strangersHint', { server: lookOf(null).serverName })}</p>
      <form method="post" action={`/account/families/${family.id}/strangers#strangers`} class="plain">
        <Checkbox
          name="refuses"
          label={t('families.strangersRefused')}
          isChecked={family.refusesUnregistered === true}
        />
        <Submit class="secondary">{t('families.strangersSave')}</Submit>
      </form>
    </section>
  );
}

interface DissolveProps {
  readonly t: TFunction;
  readonly family: FamilySeen;
}

/** Leads to the page that deletes the family. */
export function Dissolve({ t, family }: DissolveProps) {
  return (
    <section class="card" id="delete">
      <h2>{t('families.dissolve')}</h2>
      <p class="hint">{t('families.dissolveHint')}</p>
      <p>
        <a role="button" class="danger outline" href={`/account/families/${family.id}/delete`}>
          {t('families.dissolve')}
        </a>
      </p>
    </section>
  );
}
