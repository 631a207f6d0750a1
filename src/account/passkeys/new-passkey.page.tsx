import { Field, FormError, Submit } from '../../platform/pages/form.js';
import { typedFields, type ErrorKey } from '../../platform/pages/page-errors.js';
import { stepPage } from '../../platform/pages/step-page.js';
import { PasskeyScripts } from '../../platform/pages/passkey-sign-in.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { SetupCodeField } from '../factors/factor-forms.js';

export interface NewPasskeyProps {
  /** The page to go on to. */
  readonly next: string;
  /** Whether it is offered after a sign-in: then the person can say "not now". */
  readonly isOffer: boolean;
  /** Whether the browser may make one without asking the person (D354). */
  readonly triesUnasked?: boolean;
  /** As it was typed; empty: the usual name. */
  readonly name: string;
  readonly usualName: string;
  /** Whether it asks for the set-up code of an account with a role. */
  readonly takesSetupCode: boolean;
  /** As it was typed. */
  readonly setupCode?: string;
  /** Why the set-up code was refused. */
  readonly error?: ErrorKey;
  readonly problem?: 'refused' | 'taken' | 'full';
}

/** Adds a passkey: offered after a password sign-in, or opened from the page of sign-in methods. */
export function newPasskeyPage(reader: Reader, props: NewPasskeyProps): string {
  const { next, isOffer, triesUnasked, name, usualName, takesSetupCode, setupCode, error, problem } = props;
  const t = textsIn(reader.language);
  const setup = typedFields(t, error && { setupCode: error }, { setupCode })('setupCode');
  const title = t(isOffer ? 'passkeys.offerTitle' : 'passkeys.add');
  return stepPage({
    reader,
    title,
    heading: null,
    children: (
      <>
        <div class="card">
          <h1>{title}</h1>
          <p class="lead">{t('passkeys.lead')}</p>
          <FormError>{problem && t(`passkeys.problem.${problem}`)}</FormError>
          <form
            method="post"
            action="/account/passkeys"
            class="plain"
            data-passkey-add
            data-options="/account/passkeys/options"
            data-unasked={triesUnasked ? '/account/passkeys/options?for=unasked' : undefined}
            data-cancelled={t('passkeys.notMade')}
            data-exists={t('passkeys.exists')}
            data-failed={t('passkeys.problem.refused')}
            hidden
          >
            <input type="hidden" name="passkey" />
            <input type="hidden" name="next" value={next} />
            <Field
              name="name"
              label={t('passkeys.name')}
              hint={t('passkeys.nameHint')}
              type="text"
              longest={60}
              value={name || usualName}
            />
            {takesSetupCode && <SetupCodeField t={t} {...setup} />}
            <button type="submit">{t('passkeys.add')}</button>
            <p role="alert" class="notice error" hidden />
          </form>
          <p class="notice" data-passkey-impossible hidden>
            {t('passkeys.impossible')}
          </p>
          <noscript>
            <p class="notice">{t('passkeys.addWithoutScript')}</p>
          </noscript>
        </div>
        {isOffer ? (
          <form method="post" action="/account/passkeys/later" class="plain quiet">
            <input type="hidden" name="next" value={next} />
            <Submit class="secondary">{t('passkeys.later')}</Submit>
          </form>
        ) : (
          <p class="after">
            <a href={next}>{t('account.keep')}</a>
          </p>
        )}
        <PasskeyScripts />
      </>
    ),
  });
}
