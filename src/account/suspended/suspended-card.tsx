import type { TFunction } from 'i18next';
import { FormError } from '../../platform/pages/form.js';
import type { Reader } from '../../platform/pages/reader.js';
import { exactDay } from '../../platform/pages/when.js';
import { ProveFirst } from '../frame/prove-first.js';
import type { SuspendedWay } from './suspended-ways.js';

interface SuspendedProps {
  readonly t: TFunction;
  readonly reader: Reader;
  readonly ways: readonly SuspendedWay[];
  /** Whether a passkey was not restored: it would be the first second factor of an account with a role. */
  readonly isWaiting: boolean;
  /** The page that asks for a proof first; null: a recent proof suffices. */
  readonly proof: string | null;
}

/** Suspended ways in, each with a button that restores it; empty where there are none. */
export function SuspendedCard({ t, reader, ways, isWaiting, proof }: SuspendedProps) {
  if (ways.length === 0) return null;
  return (
    <section class="card" id="suspended">
      <h2>{t('account.suspended.title')}</h2>
      <p class="hint">{t('account.suspended.lead')}</p>
      <FormError>{isWaiting && t('account.suspended.waits')}</FormError>
      <ProveFirst t={t} path={proof}>
        {ways.some(({ isHeld }) => isHeld) && (
          <p class="notice warn">
            {t('account.suspended.held')} <a href="/forgot-password">{t('notMe.password')}</a>
          </p>
        )}
        {ways.map(({ kind, id, value, until, isHeld }) => (
          <form method="post" action="/account/suspended" class="app" key={`${kind} ${id}`}>
            <input type="hidden" name="kind" value={kind} />
            <input type="hidden" name="id" value={id} />
            <div>
              <strong>{value}</strong>
              <div class="hint">
                {t(`account.suspended.${kind}`)} · {t('account.suspended.until')} {exactDay(reader, until)}
              </div>
            </div>
            {!isHeld && (
              <button
                type="submit"
                class="secondary small"
                aria-label={t('account.suspended.restoreLabel', { value })}
              >
                {t('account.suspended.restore')}
              </button>
            )}
          </form>
        ))}
      </ProveFirst>
    </section>
  );
}
