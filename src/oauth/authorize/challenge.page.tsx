import type { TFunction } from 'i18next';
import type { KnownClient } from '../clients/client-directory.js';
import { consentFormPage, type ConsentFormProps } from '../consent/consent-form.page.js';
import type { AskedResource } from '../consent/asked-scopes.js';
import { ConsentQuestion } from '../consent/consent-question.js';
import { UncheckedNotice, type Unchecked } from '../consent/unchecked-notice.js';
import { ScopeList } from '../consent/scope-list.js';
import { asset } from '../../platform/pages/assets.js';
import { Field } from '../../platform/pages/form.js';
import { ShowPassword } from '../../platform/pages/show-password.js';
import { stepPage } from '../../platform/pages/step-page.js';
import { PasskeyButton, PasskeyForm, type PasskeyTexts } from '../../platform/pages/passkey-sign-in.js';
import type { UnknownPasskey } from '../../platform/pages/passkey-signals.js';
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
  readonly resources?: readonly AskedResource[];
  readonly identifier: string;
  /** Key under `signIn` and the numbers for its text. */
  readonly error?: {
    readonly key: 'wrong' | 'passkey' | 'tooMany' | 'busy' | 'leaving' | 'otherAccount';
    readonly seconds?: number;
    readonly unknown?: UnknownPasskey | null;
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
    resources,
    identifier,
    error,
    challenge = null,
    cancel,
    elsewhere = null,
    look = lookOf(null),
  } = props;
  const t = textsIn(reader.language);
  const usual = clientName === null ? t('signIn.lead') : t('signIn.leadFor', { clientName });
  const isUsual = props.lead === undefined;
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
          <ShowPassword label={t('invitation.showPassword')} />
          <button type="submit">{t('signIn.submit')}</button>
          <input type="hidden" name="canPasskey" />
          <PasskeyButton texts={passkeyTexts(t)} page="people" />
          <p class="after">
            <a href={forgottenPath(challenge)}>{t('signIn.forgotten')}</a>
          </p>
          {elsewhere !== null && <ProviderButtons t={t} pathOf={(id) => providerPath(id, elsewhere)} />}
        </form>
        {clientName !== null && (scopes || isUsual) && (
          <div class="aside">
            {scopes && (
              <>
                <ConsentQuestion t={t} clientName={clientName} homepageUrl={homepageUrl} />
                <ScopeList t={t} scopes={scopes} resources={resources} />
              </>
            )}
            {isUsual && <p>{t('signIn.passwordStays', { clientName })}</p>}
          </div>
        )}
        <PasskeyForm action={action} unknown={error?.unknown} />
        {cancel !== null && clientName !== null && (
          <form method="post" action={cancel} class="plain quiet">
            <input type="hidden" name="decision" value="deny" />
            <button type="submit" class="secondary">
              {cancelLabel}
            </button>
          </form>
        )}
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
  /** For an application that nobody registered. */
  readonly unchecked?: Unchecked | null;
}

/** The consent page. At its end it names the site that the user returns to (§3.3 D, D58, D236). */
export function consentPage(reader: Reader, { destination, unchecked, ...props }: ConsentProps): string {
  const t = textsIn(reader.language);
  const above = unchecked && <UncheckedNotice t={t} unchecked={unchecked} />;
  const below = <p class="hint after">{t('consent.foot', { destination })}</p>;
  return consentFormPage(reader, props, { title: t('consent.title', props), above, below });
}

interface RefusedByFamilyProps {
  /** Where the refusal is sent on to the application. */
  readonly action: string;
  readonly host: string;
  readonly family: string;
}

/** Tells a person that a family of theirs uses no applications that nobody registered (D430). */
export function refusedByFamilyPage(reader: Reader, { action, host, family }: RefusedByFamilyProps): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('consent.familyRefusesTitle'),
    lead: t('consent.familyRefuses', { family, host, server: lookOf(null).serverName }),
    children: (
      <form method="post" action={action} class="plain">
        <input type="hidden" name="decision" value="deny" />
        <button type="submit">{t('challenge.backTo', { clientName: host })}</button>
      </form>
    ),
  });
}

/** A request whose error can't be redirected to the third party. */
interface AuthorizationProblem {
  readonly key: 'over' | 'refused' | 'tooMany';
  /** A sentence for the third party's developer; null: none. */
  readonly detail: string | null;
  /** The third party, whose page is the way back; null: it is unknown. */
  readonly client: Pick<KnownClient, 'name' | 'homepageUrl'> | null;
  readonly requestId: string;
}

/** Says what is wrong, and leads back: to the third party's page, else to the page before (D382). */
export function authorizationProblemPage(reader: Reader, problem: AuthorizationProblem): string {
  const { key, detail, client, requestId } = problem;
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    hasLanguages: key !== 'tooMany', // choosing one would be one more request
    title: t(`challenge.${key}Title`),
    foot: `Request ${requestId}`,
    lead: t(`challenge.${key}Lead`),
    children: (
      <>
        {client?.homepageUrl ? (
          <p>
            <a role="button" href={client.homepageUrl} rel="noopener noreferrer">
              {t('challenge.backTo', { clientName: client.name })}
            </a>
          </p>
        ) : (
          <>
            <script src={asset('buttons.js')} defer />
            <p>
              <button type="button" data-back hidden>
                {t('challenge.back')}
              </button>
            </p>
            <p>
              <a href="/account">{t('account.title')}</a>
            </p>
          </>
        )}
        {detail && (
          <p class="hint">
            {t('challenge.forDevelopers')} {detail}
          </p>
        )}
      </>
    ),
  });
}
