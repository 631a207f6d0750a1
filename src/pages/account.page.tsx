import { Field } from './form.js';
import { renderPage } from './layout.js';
import { textsIn, type Language } from './texts/texts.js';

export interface AccountPageProps {
  readonly name: string;
  readonly identifiers: readonly { readonly value: string; readonly isValidated: boolean }[];
  readonly families: readonly string[];
  readonly apps: readonly {
    readonly clientId: string;
    readonly name: string;
    readonly scopes: readonly string[];
    readonly since: Date;
  }[];
  readonly signIns: readonly {
    readonly kind: 'session' | 'device';
    readonly id: string;
    /** null for a browser. */
    readonly application: string | null;
    readonly device: string | null;
    readonly since: Date | null;
    readonly isThis: boolean;
  }[];
  /** Keys of texts: what is wrong with a change of the password, or that it is done. */
  readonly password?: { readonly current?: string; readonly next?: string; readonly isDone?: boolean };
}

/** A person's own account: who they are to the service, and which applications they connected (D61). */
export function accountPage(language: Language, props: AccountPageProps): string {
  const { name, identifiers, families, apps, signIns, password = {} } = props;
  const t = textsIn(language);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return renderPage({
    language,
    title: t('account.title'),
    foot: '',
    children: (
      <>
        <h1>{t('account.hello', { name })}</h1>
        <section class="card">
          <h2>{t('account.you')}</h2>
          <ul class="facts">
            {identifiers.map(({ value, isValidated }) => (
              <li key={value}>
                {value} {isValidated && <small>{t('account.validated')}</small>}
              </li>
            ))}
            {families.map((family) => (
              <li key={family}>{t('account.family', { family })}</li>
            ))}
          </ul>
        </section>
        <section class="card">
          <h2>{t('account.apps')}</h2>
          {apps.length === 0 && <p class="hint">{t('account.noApps')}</p>}
          {apps.map((app) => (
            <form key={app.clientId} method="post" action="/account/disconnect" class="app">
              <div>
                <strong>{app.name}</strong>
                <ul class="permissions">
                  <li>{t('scope.identity')}</li>
                  {app.scopes.map((scope) => (
                    <li key={scope}>{t(`scope.${scope}`)}</li>
                  ))}
                </ul>
                <small class="hint">{t('account.since', { date: date.format(app.since) })}</small>
              </div>
              <button
                type="submit"
                name="client"
                value={app.clientId}
                class="secondary outline"
                aria-label={t('account.disconnectLabel', { app: app.name })}
              >
                {t('account.disconnect')}
              </button>
            </form>
          ))}
        </section>
        <section class="card">
          <h2>{t('account.signIns')}</h2>
          {signIns.map(({ kind, id, application, device, since, isThis }) => (
            <form key={id} method="post" action="/account/end" class="app">
              <input type="hidden" name="kind" value={kind} />
              <div>
                <strong>{application ?? (isThis ? t('account.thisBrowser') : t('account.browser'))}</strong>{' '}
                {device && <span class="hint">{device}</span>}
                {since && (
                  <div>
                    <small class="hint">{t('account.signedInSince', { date: moment.format(since) })}</small>
                  </div>
                )}
              </div>
              {!isThis && (
                <button
                  type="submit"
                  name="id"
                  value={id}
                  class="secondary outline"
                  aria-label={t('account.endLabel', { what: application ?? t('account.browser') })}
                >
                  {t('account.end')}
                </button>
              )}
            </form>
          ))}
          {signIns.length > 1 && (
            <form method="post" action="/account/end-others">
              <button type="submit" class="secondary outline">
                {t('account.endOthers')}
              </button>
            </form>
          )}
        </section>
        <section class="card" id="password-section">
          <h2>{t('account.changePassword')}</h2>
          {password.isDone && <p role="status">{t('account.passwordChanged')}</p>}
          <form method="post" action="/account/password#password-section" class="plain">
            <input
              type="text"
              name="username"
              value={identifiers[0]?.value}
              autocomplete="username"
              readonly
              hidden
            />
            <Field
              name="current"
              label={t('account.currentPassword')}
              type="password"
              autocomplete="current-password"
              error={password.current && t(`errors.${password.current}`)}
            />
            <Field
              name="password"
              label={t('account.newPassword')}
              type="password"
              autocomplete="new-password"
              hint={t('invitation.passwordRule')}
              error={password.next && t(`errors.${password.next}`)}
            />
            <button type="submit">{t('account.changePassword')}</button>
          </form>
        </section>
        <form method="post" action="/sign-out" class="quiet">
          <button type="submit" class="secondary outline">
            {t('account.signOut')}
          </button>
        </form>
      </>
    ),
  });
}

/** A third party that wants its user back after signing out. */
export interface WayBack {
  readonly clientId: string;
  readonly target: string;
  readonly state: string | null;
  /** With the state. */
  readonly address: string;
}

/** Asks before it signs out: any page could have sent the user here. */
export function signOutPage(language: Language, back: WayBack | null): string {
  const t = textsIn(language);
  return renderPage({
    language,
    title: t('signOut.title'),
    foot: '',
    children: (
      <>
        <h1>{t('signOut.title')}</h1>
        <p class="lead">{t('signOut.lead')}</p>
        <form method="post" action="/sign-out">
          {back && (
            <>
              <input type="hidden" name="client_id" value={back.clientId} />
              <input type="hidden" name="post_logout_redirect_uri" value={back.target} />
              {back.state !== null && <input type="hidden" name="state" value={back.state} />}
            </>
          )}
          <button type="submit">{t('account.signOut')}</button>
        </form>
      </>
    ),
  });
}

export function signedOutPage(language: Language): string {
  const t = textsIn(language);
  return renderPage({
    language,
    title: t('signedOut.title'),
    foot: '',
    children: (
      <>
        <h1>{t('signedOut.title')}</h1>
        <p class="lead">{t('signedOut.lead')}</p>
        <p>
          <a href="/sign-in">{t('signIn.title')}</a>
        </p>
      </>
    ),
  });
}
