import type { TFunction } from 'i18next';
import { SHOWN, WAY_GROUPS, type WayGroup } from '../../identity/ways-in/shown-ways.js';
import type { ListedWay } from '../../identity/accounts/ways-list.js';
import { FormDone } from '../../platform/pages/form.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { When } from '../../platform/pages/when.js';
import { FROM_SECURITY } from '../frame/after-end.js';
import { renderSection } from '../frame/account-frame.js';
import { browserName } from '../frame/browser-name.js';
import { ProveFirst } from '../frame/prove-first.js';
import { ownEndOf } from './own-way-end.js';

interface SecurityProps {
  readonly ways: readonly ListedWay[];
  /** The id of the session of the request among them. */
  readonly current: string | null;
  readonly now: Date;
  /** The page that asks for a proof first; null: a recent proof suffices. */
  readonly proof: string | null;
  readonly isRemoved: boolean;
}

interface RowProps extends Pick<SecurityProps, 'now'> {
  readonly t: TFunction;
  readonly reader: Reader;
  readonly way: ListedWay;
  /** The session of the request among them. */
  readonly here: ListedWay | undefined;
}

/** Every way into the account, with a way to end each (D325). */
export function securityPage(reader: Reader, props: SecurityProps): string {
  const t = textsIn(reader.language);
  const { ways, current, now, proof, isRemoved } = props;
  const here = ways.find(({ kind, id }) => kind === 'sessions' && id === current);
  const inGroup = (group: WayGroup) => ways.filter(({ kind }) => SHOWN[kind] === group);
  return renderSection(reader, {
    section: 'security',
    title: t('ways.title'),
    children: (
      <>
        <p class="lead">{t('ways.lead')}</p>
        <FormDone>{isRemoved && t('ways.removed')}</FormDone>
        {proof !== null && (
          <>
            <p class="hint">{t('ways.prove')}</p>
            <ProveFirst t={t} path={proof}>
              {null}
            </ProveFirst>
          </>
        )}
        {WAY_GROUPS.filter((group) => inGroup(group).length > 0).map((group) => (
          <section key={group} class="card" id={group}>
            <h2>{t(`ways.groups.${group}`)}</h2>
            {inGroup(group).map((way) => (
              <Row key={`${way.kind} ${way.id}`} {...{ t, reader, way, here, now }} />
            ))}
          </section>
        ))}
      </>
    ),
  });
}

function Row({ t, reader, way, here, now }: RowProps) {
  const { type, name, detail, suspendedAt, agent, signInId } = way;
  const isThis = way === here;
  const isElsewhere = signInId !== null && signInId !== here?.signInId;
  const called = name ?? (isBrowser(way) ? knownName(t, agent) : null);
  const what = called ?? t(`ways.types.${type}`);
  const more = [called !== null && t(`ways.types.${type}`), isTold(way) && detail]
    .filter(Boolean)
    .join(' · ');
  return (
    <div class="app way">
      <div>
        <strong>{what}</strong> {isThis && <span class="tag">{t('account.thisBrowser')}</span>}
        {suspendedAt && <span class="tag off">{t('ways.suspended')}</span>}
        {more !== '' && <div class="hint">{more}</div>}
        <Facts {...{ t, reader, way, now }} isThis={isThis} />
        {isElsewhere && (
          <a
            href={`/account/sign-ins/${signInId}`}
            class="hint"
            aria-label={`${t('account.disown.title')} ${what}`}
          >
            {t('account.disown.title')}
          </a>
        )}
      </div>
      {!isThis && <End t={t} way={way} what={what} />}
    </div>
  );
}

/** Shows what is known of a way in: since when, last used, from where, by which sign-in. */
function Facts({ t, reader, way, now, isThis }: Omit<RowProps, 'here'> & { readonly isThis: boolean }) {
  const { since, lastUsedAt, agent, signedInAt } = way;
  const time = (at: Date) => <When reader={reader} at={at} now={now} />;
  const facts = [
    since && (
      <>
        {t(sinceKey(way))} {time(since)}
      </>
    ),
    lastUsedAt && !isThis && (
      <>
        {t('account.lastUsed')} {time(lastUsedAt)}
      </>
    ),
    signedInAt && !isBrowser(way) && (
      <>
        {t('ways.bySignIn')} {time(signedInAt)}
      </>
    ),
    (way.name !== null || !isBrowser(way)) && knownName(t, agent),
    agent?.network && t('account.network', { network: agent.network }),
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return (
    <div class="hint">
      {facts.map((fact, index) => (
        <>
          {index > 0 && ' · '}
          {fact}
        </>
      ))}
    </div>
  );
}

function End({ t, way, what }: Pick<RowProps, 't' | 'way'> & { readonly what: string }) {
  const end = ownEndOf(way);
  if (typeof end === 'string') return <small class="hint">{t(`ways.${end}`)}</small>;
  if ('page' in end) {
    const { page, verb } = end;
    const [said, label] =
      verb === 'restore'
        ? [t('account.suspended.restore'), t('account.suspended.restoreLabel', { value: what })]
        : [t(`ways.${verb}`), t(`ways.${verb}Label`, { what })];
    return (
      <a href={page} aria-label={label}>
        {said}
      </a>
    );
  }
  return (
    <form method="post" action={end.action} class="plain">
      {Object.entries({ ...end.values, ...FROM_SECURITY }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        class="danger outline small"
        aria-label={t(isSignIn(way) ? 'account.endLabel' : 'ways.removeLabel', { what })}
      >
        {t(isSignIn(way) ? 'account.end' : 'ways.remove')}
      </button>
    </form>
  );
}

/** null: nothing is known of the browser. */
function knownName(t: TFunction, agent: ListedWay['agent']): string | null {
  return agent && (agent.browser ?? agent.system ?? null) !== null ? browserName(t, agent) : null;
}

/** A browser that is signed in. */
function isSignIn({ type }: ListedWay): boolean {
  return ['browser', 'webApplication', 'console'].includes(type);
}

function isBrowser(way: ListedWay): boolean {
  return isSignIn(way) || way.type === 'trustedBrowser';
}

/** Hides names of scopes, and ids at providers: they mean nothing to people. */
function isTold({ type }: ListedWay): boolean {
  return !['consent', 'connection'].includes(type);
}

function sinceKey(way: ListedWay): 'account.firstSeen' | 'ways.sent' | 'ways.added' {
  if (isSignIn(way)) return 'account.firstSeen';
  return ['links', 'invitations'].includes(SHOWN[way.kind]) ? 'ways.sent' : 'ways.added';
}
