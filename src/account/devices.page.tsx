import type { TFunction } from 'i18next';
import { Submit } from '../platform/pages/form.js';
import type { Reader } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';
import { When } from '../platform/pages/when.js';
import { renderSection } from './frame/account-frame.js';
import { browserName } from './frame/browser-name.js';
import type { ActiveSignIn } from './sign-ins.service.js';

interface DevicesProps {
  readonly signIns: readonly ActiveSignIn[];
  readonly now: Date;
}

interface RowProps {
  readonly t: TFunction;
  readonly reader: Reader;
  readonly signIn: ActiveSignIn;
  readonly now: Date;
}

/** Where the account is signed in: browsers, and devices with applications (D61). */
export function devicesPage(reader: Reader, { signIns, now }: DevicesProps): string {
  const t = textsIn(reader.language);
  return renderSection(reader, {
    section: 'devices',
    children: (
      <>
        <section class="card">
          <h2>{t('account.signIns')}</h2>
          {signIns.map((signIn) => (
            <Row key={signIn.id} {...{ t, reader, signIn, now }} />
          ))}
          {signIns.length > 1 && (
            <form method="post" action="/account/end-others" class="plain after">
              <Submit class="danger outline">{t('account.endOthers')}</Submit>
            </form>
          )}
        </section>
        <p>
          <a href="/account/history">{t('account.history.title')}</a>
        </p>
      </>
    ),
  });
}

function Row({ t, reader, signIn, now }: RowProps) {
  const { kind, id, device, since, lastSeen, isThis, agent } = signIn;
  const network = agent?.network ?? null;
  const name = nameOf(t, signIn);
  return (
    <form method="post" action="/account/end" class="app">
      <input type="hidden" name="kind" value={kind} />
      <div>
        <strong>{name}</strong> {device && <span class="hint">{device}</span>}
        {isThis && <span class="tag">{t('account.thisBrowser')}</span>}
        <div class="hint">
          {network !== null && <>{t('account.network', { network })} · </>}
          {!isThis && lastSeen && (
            <>
              {t('account.lastUsed')} <When reader={reader} at={lastSeen} now={now} />
              {since && ' · '}
            </>
          )}
          {since && (
            <>
              {t('account.firstSeen')} <When reader={reader} at={since} now={now} />
            </>
          )}
        </div>
      </div>
      {!isThis && (
        <button
          type="submit"
          name="id"
          value={id}
          class="danger outline small"
          aria-label={t('account.endLabel', { what: name })}
        >
          {t('account.end')}
        </button>
      )}
    </form>
  );
}

/** "Chrome on Windows", or the application that one signed in with. */
function nameOf(t: TFunction, { application, agent }: ActiveSignIn): string {
  const { browser, system } = agent ?? { browser: null, system: null };
  const what = browser === null && system === null ? null : browserName(t, { browser, system });
  if (application === null) return what ?? t('account.browser');
  return what === null ? application : `${application} · ${what}`;
}
