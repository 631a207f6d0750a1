import { ClientName } from '../consent/client-name.js';
import { asset } from '../../platform/pages/assets.js';
import { Field } from '../../platform/pages/form.js';
import { renderPage } from '../../platform/pages/layout.js';
import { forgottenPath } from '../../platform/pages/sign-in-path.js';
import { textsIn, type Language } from '../../platform/pages/texts/texts.js';

export interface SignInProps {
  /** Where the form is sent. */
  readonly action: string;
  /** The third party that sent the user; null on Hearth's own sign-in page. */
  readonly clientName: string | null;
  /** What the third party asks for; left out where nothing is asked yet. */
  readonly scopes?: readonly string[];
  readonly identifier: string;
  /** Key under `signIn` and the numbers for its text. */
  readonly error?: { readonly key: 'wrong' | 'tooMany' | 'busy' | 'otherAccount'; readonly seconds?: number };
  /** Replaces the lead, and the label of "cancel" where that does not return to a third party. */
  readonly lead?: string;
  readonly cancelLabel?: string;
  /** The challenge to return to after a password reset; null where there is none. */
  readonly challenge?: string | null;
  /** Where "cancel" leads; null where there is nothing to cancel. */
  readonly cancel: string | null;
}

/** The sign-in form; it names the third party that asks for the sign-in, and the permission (§3.3 C). */
export function signInPage(language: Language, props: SignInProps): string {
  const { action, clientName, scopes, identifier, error, challenge = null, cancel } = props;
  const t = textsIn(language);
  const usual = clientName === null ? t('signIn.lead') : t('signIn.leadFor', { clientName });
  const { lead = usual, cancelLabel = t('signIn.cancel', { clientName }) } = props;
  return renderPage({
    language,
    title: t('signIn.title'),
    foot: '',
    children: (
      <>
        <h1>{t('signIn.title')}</h1>
        <p class="lead">{lead}</p>
        {scopes && (
          <>
            <p>{t('consent.asks', { clientName })}</p>
            <Permissions t={t} scopes={scopes} />
          </>
        )}
        {error && (
          <p class="notice error" role="alert">
            {t(`signIn.${error.key}`, { seconds: error.seconds })}
          </p>
        )}
        <form method="post" action={action} class="card">
          <Field
            name="identifier"
            label={t('signIn.identifier')}
            type="text"
            value={identifier}
            autocomplete="username"
          />
          <Field
            name="password"
            label={t('signIn.password')}
            type="password"
            autocomplete="current-password"
          />
          <label class="show-password" hidden>
            <input type="checkbox" data-shows="password" />
            {t('invitation.showPassword')}
          </label>
          <button type="submit">{t('signIn.submit')}</button>
        </form>
        <p class="after">
          <a href={forgottenPath(challenge)}>{t('signIn.forgotten')}</a>
        </p>
        {cancel !== null && clientName !== null && (
          <form method="post" action={cancel} class="quiet">
            <input type="hidden" name="decision" value="deny" />
            <button type="submit" class="secondary outline">
              {cancelLabel}
            </button>
          </form>
        )}
        <script src={asset('show-password.js')} />
      </>
    ),
  });
}

/** Stands for the name of the application until that is put in its place: no name can be it. */
const NAME = '\0';

interface ConsentProps {
  readonly action: string;
  /** Back to the sign-in form, for another account. */
  readonly switchPath: string;
  readonly clientName: string;
  readonly homepageUrl: string | null;
  /** Host of the redirect address. */
  readonly destination: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly scopes: readonly string[];
}

/** What a third party asks for, in the user's words: to recognize them in any case. */
function Permissions({ t, scopes }: { t: ReturnType<typeof textsIn>; scopes: readonly string[] }) {
  return (
    <ul class="permissions">
      <li>{t('scope.identity')}</li>
      {scopes.map((scope) => (
        <li key={scope}>{t(`scope.${scope}`)}</li>
      ))}
    </ul>
  );
}

/** The scopes that the third party asks for, in the user's words (§3.3 D, D58). */
export function consentPage(language: Language, props: ConsentProps): string {
  const { action, switchPath, clientName, homepageUrl, destination, accountId, accountName, scopes } = props;
  const t = textsIn(language);
  const title = t('consent.title', { clientName });
  const [before, after] = t('consent.asks', { clientName: NAME }).split(NAME);
  return renderPage({
    language,
    title,
    foot: t('consent.foot', { destination }),
    children: (
      <>
        <h1>{title}</h1>
        <p class="lead">{t('consent.signedInAs', { accountName })}</p>
        <form method="post" action={action} class="card">
          <input type="hidden" name="account" value={accountId} />
          <p>
            {before}
            <ClientName name={clientName} homepageUrl={homepageUrl} />
            {after}
          </p>
          <Permissions t={t} scopes={scopes} />
          <p class="hint">{t('consent.lasts')}</p>
          <div class="choices">
            <button type="submit" name="decision" value="allow">
              {t('consent.allow')}
            </button>
            <button type="submit" name="decision" value="deny" class="secondary outline">
              {t('consent.deny')}
            </button>
          </div>
        </form>
        <p class="after">
          <a href={switchPath}>{t('consent.switch')}</a>
        </p>
      </>
    ),
  });
}

/** For a request whose error can't be redirected to the third party: the problem, and a sentence for its developer. */
export function authorizationProblemPage(
  language: Language,
  key: 'over' | 'refused' | 'tooMany',
  detail: string | null,
  requestId: string,
): string {
  const t = textsIn(language);
  return renderPage({
    language,
    title: t(`challenge.${key}Title`),
    foot: `Request ${requestId}`,
    children: (
      <>
        <h1>{t(`challenge.${key}Title`)}</h1>
        <p class="lead">{t(`challenge.${key}Lead`)}</p>
        {detail && (
          <p class="hint">
            {t('challenge.forDevelopers')} {detail}
          </p>
        )}
      </>
    ),
  });
}
