import type { TFunction } from 'i18next';
import { SHOWN, WAY_GROUPS, type WayGroup } from '../../identity/ways-in/shown.js';
import type { ListedWay } from '../../identity/ways-in/ways-list.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn, type Language } from '../../platform/pages/texts/texts.js';
import { When } from '../../platform/pages/when.js';
import { FROM_SECURITY } from '../after-end.js';
import { renderSection } from '../account-frame.js';
import { browserName } from '../browser-name.js';
import { ProveFirst } from '../prove-first.js';
import { ownEndOf } from './own-way-end.js';

interface SecurityProps {
  readonly ways: readonly ListedWay[];
  /** The id of the session of the request among them. */
  readonly current: string | null;
  readonly now: Date;
  /** Where one shows first who one is; null: that was lately. */
  readonly proof: string | null;
  readonly isRemoved: boolean;
}

interface RowProps extends Pick<SecurityProps, 'current' | 'now'> {
  readonly t: TFunction;
  readonly language: Language;
  readonly way: ListedWay;
}

/** Every way into the account, and a way to end each (D325). */
export function securityPage(reader: Reader, props: SecurityProps): string {
  const { language } = reader;
  const t = textsIn(language);
  const { ways, current, now, proof, isRemoved } = props;
  const inGroup = (group: WayGroup) => ways.filter(({ kind }) => SHOWN[kind] === group);
  return renderSection(reader, {
    section: 'security',
    title: t('ways.title'),
    children: (
      <>
        <p class="lead">{t('ways.lead')}</p>
        {isRemoved && (
          <p role="status" class="notice good">
            {t('ways.removed')}
          </p>
        )}
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
              <Row key={`${way.kind} ${way.id}`} {...{ t, language, way, current, now }} />
            ))}
          </section>
        ))}
      </>
    ),
  });
}

function Row({ t, language, way, current, now }: RowProps) {
  const { kind, type, name, detail, suspendedAt, agent } = way;
  const isThis = kind === 'sessions' && way.id === current;
  const called = name ?? (isBrowser(way) ? knownName(t, agent) : null);
  const isNamed = called !== null;
  const what = called ?? t(`ways.types.${type}`);
  return (
    <div class="app way">
      <div>
        <strong>{what}</strong> {isThis && <span class="tag">{t('account.thisBrowser')}</span>}
        {suspendedAt && <span class="tag off">{t('ways.suspended')}</span>}
        <div class="hint">
          {isNamed && t(`ways.types.${type}`)}
          {isNamed && detail !== null && isTold(way) && ' · '}
          {detail !== null && isTold(way) && detail}
        </div>
        <Facts {...{ t, language, way, now }} isThis={isThis} />
      </div>
      {!isThis && <End t={t} way={way} what={what} />}
    </div>
  );
}

/** Since when, last used, from where, by which sign-in: as much of it as is known. */
function Facts({ t, language, way, now, isThis }: Omit<RowProps, 'current'> & { readonly isThis: boolean }) {
  const { since, lastUsedAt, agent, signedInAt } = way;
  const time = (at: Date) => <When language={language} at={at} now={now} />;
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
  if (end === null) return null;
  if (end === 'byPartner' || end === 'byLink') return <small class="hint">{t(`ways.${end}`)}</small>;
  if ('page' in end) {
    const verb = end.isChange ? 'change' : 'remove';
    return (
      <a href={end.page} aria-label={t(`ways.${verb}Label`, { what })}>
        {t(`ways.${verb}`)}
      </a>
    );
  }
  return (
    <form method="post" action={end.action} class="plain">
      {Object.entries({ ...end.values, ...FROM_SECURITY }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" class="danger outline small" aria-label={t('ways.removeLabel', { what })}>
        {t('ways.remove')}
      </button>
    </form>
  );
}

/** null: nothing is known of the browser. */
function knownName(t: TFunction, agent: ListedWay['agent']): string | null {
  return agent && (agent.browser ?? agent.system ?? null) !== null ? browserName(t, agent) : null;
}

/** Signed in is what it is. */
function isBrowser({ type }: ListedWay): boolean {
  return ['browser', 'webApplication', 'console', 'trustedBrowser'].includes(type);
}

/** Names of scopes and ids elsewhere tell nobody anything. */
function isTold({ type }: ListedWay): boolean {
  return !['consent', 'connection'].includes(type);
}

function sinceKey({ kind, type }: ListedWay): 'account.firstSeen' | 'ways.sent' | 'ways.added' {
  if (isBrowser({ type } as ListedWay) && type !== 'trustedBrowser') return 'account.firstSeen';
  return SHOWN[kind] === 'links' || SHOWN[kind] === 'invitations' ? 'ways.sent' : 'ways.added';
}
