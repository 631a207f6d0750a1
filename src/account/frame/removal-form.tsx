import type { TFunction } from 'i18next';
import { FormError, Submit } from '../../platform/pages/form.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';

interface RemovalFormProps {
  readonly t: TFunction;
  readonly action: string;
  readonly verb: string;
  readonly error?: ErrorKey;
}

/** Asks before something is removed by which its owner signs in, and leads back to what there is. */
export function RemovalForm({ t, action, verb, error }: RemovalFormProps) {
  return (
    <>
      <form method="post" action={action} class="card">
        <FormError>{error && t(`errors.${error}`)}</FormError>
        <Submit class="danger">{verb}</Submit>
      </form>
      <p class="after">
        <a href="/account/sign-in">{t('account.keep')}</a>
      </p>
    </>
  );
}
