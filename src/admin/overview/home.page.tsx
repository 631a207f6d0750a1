import type { ComponentChildren } from 'preact';
import type { Administrator } from '../shell/access/administrator.js';
import { renderConsole } from '../shell/console/frame.js';
import { Moment } from '../shell/console/list.js';
import type { NodeView, OverviewView } from './overview.view.js';
import { RefusalChart, SignInChart } from './charts.js';

export function adminHomePage(by: Administrator, overview: OverviewView): string {
  const { hours, refusals, tokens, outbox, nodes, legacyUse } = overview;
  return renderConsole({
    title: 'Home',
    section: 'home',
    by,
    children: (
      <div class="tiles">
        <Tile title="Sign-ins, last 24 hours" isWide>
          <SignInChart hours={hours} />
        </Tile>
        <Tile title="Refused, last 24 hours">
          <RefusalChart refusals={refusals} />
        </Tile>
        <Tile title="Outbox">
          <Figures
            figures={[
              ['waiting', outbox.waiting, '/admin/outbox?state=waiting'],
              ['failed', outbox.failed, '/admin/outbox?state=failed'],
              ['to deliver by hand', outbox.handover, '/admin/outbox?state=handover'],
            ]}
          />
          {outbox.oldest && (
            <p class="quiet">
              The oldest has been waiting since <Moment at={outbox.oldest} />.
            </p>
          )}
        </Tile>
        <Tile title="Active now">
          <Figures
            figures={[
              ['access tokens', tokens.access],
              ['refresh tokens', tokens.refresh],
              ['grants', tokens.grants],
            ]}
          />
          {tokens.isEstimated && <p class="quiet">Estimated, since there are too many to count exactly.</p>}
        </Tile>
        <Tile title="Nodes">
          <Nodes nodes={nodes} />
        </Tile>
        <Tile title="Legacy use, last 30 days">
          <Figures
            figures={[['clients that are not ready for strict', legacyUse.clients, '/admin/legacy-use']]}
          />
        </Tile>
      </div>
    ),
  });
}

interface TileProps {
  readonly title: string;
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

function Tile({ title, isWide = false, children }: TileProps) {
  return (
    <section class={isWide ? 'card tile broad' : 'card tile'}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface FiguresProps {
  readonly figures: readonly (readonly [name: string, count: number, href?: string])[];
}

function Figures({ figures }: FiguresProps) {
  return (
    <dl class="figures">
      {figures.map(([name, count, href]) => (
        <div key={name}>
          <dt>{href === undefined ? name : <a href={href}>{name}</a>}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

function Nodes({ nodes }: { readonly nodes: readonly NodeView[] }) {
  return (
    <ul class="plain-list">
      {nodes.map(({ name, version, startedAt, seenAt, isAlive }) => (
        <li key={name}>
          <strong>{name}</strong> {version}{' '}
          <span class="quiet">
            {isAlive ? 'up since ' : 'last seen '}
            <Moment at={isAlive ? startedAt : seenAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
