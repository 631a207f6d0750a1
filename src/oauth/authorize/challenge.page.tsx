import type { TFunction } from 'i18next';
import { consentFormPage, type ConsentFormProps } from '../consent/consent-form.page.js';
import { ConsentQuestion } from '../consent/consent-question.js';
import { ScopeList } from '../consent/scope-list.js';
import { asset } from '../../platform/pages/assets.js';
import { Field } from '../../platform/pages/form.js';
import { stepPage } from '../../platform/pages/step-page.js';
import { PasskeyButton, PasskeyForm, type PasskeyTexts } from '../../platform/pages/passkey-sign-in.js';
import { lookOf, type Look } from '../../platform/pages/look.js';
import { forgottenPath } from '../../platform/pages/sign-in-path.js';
import { ProviderButtons, providerPath } from '../providers/provider-buttons.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';

export interface SignInProps {
  /** Where the form is sent. */
  readonly action: string;
  /** The third party that sent the user; null on Hearth's own sign-in page. */
  readonly clientName: string | null;
  /** The third party's page. */
  readonly homepageUrl?: string | null;
  /** What the third party asks for; left out where nothing is asked yet. */
  readonly scopes?: readonly string[];
  readonly identifier: string;
  /** Key under `signIn` and the numbers for its text. */
  readonly error?: {
    readonly key: 'wrong' | 'passkey' | 'tooMany' | 'busy' | 'leaving' | 'otherAccount';
    readonly seconds?: number;
  };
  /** Replaces the lead, and the label of "cancel" where that does not return to a third party. */
  readonly lead?: string;
  readonly cancelLabel?: string;
  /** The challenge to return to after a password reset; null where there is none. */
  readonly challenge?: string | null;
  /** The page that a sign-in at a provider goes on to; null: no provider is offered here. */
  readonly elsewhere?: string | null;
  /** Where "cancel" leads; null where there is nothing to cancel. */
  readonly cancel: string | null;
  /** The look of the client whose flow it is; by default the server's. */
  readonly look?: Look;
}

/** The sign-in form; it names the third party that asks for the sign-in, and the permission (§3.3 C). */
export function signInPage(reader: Reader, props: SignInProps): string {
  const {
    action,
    clientName,
    homepageUrl = null,
    scopes,
    identifier,
    error,
    challenge = null,
    cancel,
    elsewhere = null,
    look = lookOf(null),
  } = props;
  const t = textsIn(reader.language);
  const usual = clientName === null ? t('signIn.lead') : t('signIn.leadFor', { clientName });
  const { lead = usual, cancelLabel = t('signIn.cancel', { clientName }) } = props;
  return stepPage({
    reader,
    title: t('signIn.title'),
    look,
    heading: null,
    children: (
      <>
        <form method="post" action={action} class="card">
          <h1>{t('signIn.title')}</h1>
          <p class="lead">{lead}</p>
          {error && (
            <p class="notice error" role="alert">
              {t(`signIn.${error.key}`, { count: error.seconds })}{' '}
              {error.key === 'leaving' && <a href="/keep-account">{t('data.undoSubmit')}</a>}
            </p>
          )}
          <Field
            name="identifier"
            label={t('signIn.identifier')}
            type="text"
            value={identifier}
            autocomplete="username webauthn"
          />
          <Field
            name="password"
            label={t('signIn.password')}
            type="password"
            autocomplete="current-password"
          />
          {look.passwordNote !== null && <p class="hint password-note">{look.passwordNote}</p>}
          <label class="show-password" hidden>
            <input type="checkbox" data-shows="password" />
            {t('invitation.showPassword')}
          </label>
          <button type="submit">{t('signIn.submit')}</button>
          <input type="hidden" name="canPasskey" />
          <PasskeyButton texts={passkeyTexts(t)} page="people" />
          <p class="after">
            <a href={forgottenPath(challenge)}>{t('signIn.forgotten')}</a>
          </p>
          {elsewhere !== null && <ProviderButtons t={t} pathOf={(id) => providerPath(id, elsewhere)} />}
        </form>
        {scopes && clientName !== null && (
          <div class="aside">
            <ConsentQuestion t={t} clientName={clientName} homepageUrl={homepageUrl} />
            <ScopeList t={t} scopes={scopes} />
          </div>
        )}
        <PasskeyForm action={action} />
        {cancel !== null && clientName !== null && (
          <form method="post" action={cancel} class="plain quiet">
            <input type="hidden" name="decision" value="deny" />
            <button type="submit" class="secondary">
              {cancelLabel}
            </button>
          </form>
        )}
        <script src={asset('show-password.js')} />
      </>
    ),
  });
}

/** What stands on the button of a passkey and beside it. */
function passkeyTexts(t: TFunction): PasskeyTexts {
  const [button, or, withoutScript] = [
    t('passkeys.signIn'),
    t('passkeys.or'),
    t('passkeys.signInWithoutScript'),
  ];
  return { button, or, withoutScript, cancelled: t('passkeys.cancelled'), failed: t('passkeys.failed') };
}

interface ConsentProps extends ConsentFormProps {
  /** Host of the redirect address. */
  readonly destination: string;
}

/** At the end it says where one goes back to (§3.3 D, D58, D236). */
export function consentPage(reader: Reader, { destination, ...props }: ConsentProps): string {
  const t = textsIn(reader.language);
  const below = <p class="hint after">{t('consent.foot', { destination })}</p>;
  return consentFormPage(reader, props, { title: t('consent.title', props), below });
}

/** For a request whose error can't be redirected to the third party: the problem, and a sentence for its developer. */
export function authorizationProblemPage(
  reader: Reader,
  key: 'over' | 'refused' | 'tooMany',
  detail: string | null,
  requestId: string,
): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    hasLanguages: false,
    title: t(`challenge.${key}Title`),
    foot: `Request ${requestId}`,
    lead: t(`challenge.${key}Lead`),
    children: (
      <>
        {detail && (
          <p class="hint">
            {t('challenge.forDevelopers')} {detail}
          </p>
        )}
      </>
    ),
  });
}
