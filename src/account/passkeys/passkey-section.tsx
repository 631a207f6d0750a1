import { ButtonForm, Field, FormError, Submit } from '../../platform/pages/form.js';
import { PasskeyScripts, PasskeySignalFor } from '../../platform/pages/passkey-sign-in.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { When } from '../../platform/pages/when.js';
import { LONGEST_PASSKEY_NAME, type OwnPasskey, type PasskeyList } from './own-passkeys.js';

interface SectionProps {
  readonly reader: Reader;
  readonly list: PasskeyList;
  /** The page that asks for a proof first; null: a recent proof suffices. */
  readonly proof: string | null;
  /** Whether the removal was refused: the account has no other way to sign in. */
  readonly isLast: boolean;
}

/** The passkeys of the account, on the page of sign-in methods. */
export function PasskeySection({ reader, list, proof, isLast }: SectionProps) {
  const t = textsIn(reader.language);
  const { passkeys, signals } = list;
  return (
    <section class="card" id="passkeys">
      <h2>{t('passkeys.title')}</h2>
      {signals.map((signal, n) => (
        <PasskeySignalFor key={n} signal={signal} />
      ))}
      {signals.length > 0 && <PasskeyScripts />}
      <p class="hint">{t('passkeys.lead')}</p>
      <FormError>{isLast && t('passkeys.last')}</FormError>
      {passkeys.length > 0 && (
        <ul class="rows">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} {...{ reader, passkey, list, proof }} />
          ))}
        </ul>
      )}
      {proof === null ? (
        <form method="get" action="/account/passkeys/new" class="plain">
          <Submit class="secondary">{t('passkeys.add')}</Submit>
        </form>
      ) : (
        <p>
          {t('passkeys.signInAgain')} <a href={proof}>{t('proof.title')}</a>
        </p>
      )}
    </section>
  );
}

interface RowProps extends Pick<SectionProps, 'reader' | 'list' | 'proof'> {
  readonly passkey: OwnPasskey;
}

function Row({ reader, passkey, list: { now }, proof }: RowProps) {
  const t = textsIn(reader.language);
  const { id, name, isSynced, madeFor, createdAt, lastUsedAt } = passkey;
  return (
    <li>
      <div>
        <strong>{name}</strong>{' '}
        <span class="hint">{t(isSynced ? 'passkeys.synced' : 'passkeys.onOneDevice')}</span>
        <div class="hint">
          {t('passkeys.added')} <When reader={reader} at={createdAt} now={now} />
          {' · '}
          {lastUsedAt ? (
            <>
              {t('account.lastUsed')} <When reader={reader} at={lastUsedAt} now={now} />
            </>
          ) : (
            t('passkeys.unused')
          )}
        </div>
        {madeFor !== null && <div class="hint">{t('passkeys.elsewhere', { host: madeFor })}</div>}
      </div>
      {proof === null && (
        <details>
          <summary aria-label={t('passkeys.renameLabel', { value: name })}>{t('passkeys.rename')}</summary>
          <form method="post" action="/account/passkeys/rename" class="plain">
            <input type="hidden" name="id" value={id} />
            <Field
              name="name"
              id={`passkey-${id}`}
              label={t('passkeys.name')}
              type="text"
              value={name}
              longest={LONGEST_PASSKEY_NAME}
            />
            <Submit class="secondary small">{t('passkeys.rename')}</Submit>
          </form>
        </details>
      )}
      {proof === null && (
        <ButtonForm
          action="/account/passkeys/remove"
          name="id"
          value={id}
          class="danger outline small"
          aria-label={t('account.removeLabel', { value: name })}
        >
          {t('account.remove')}
        </ButtonForm>
      )}
    </li>
  );
}
