import { DAY } from '../../platform/security/clock.js';
import { Moment, Table } from '../shell/console/list.js';
import { State } from '../shell/console/state.js';
import { grouped } from '../shell/amount.js';
import { Facts, Tile } from './tile.js';
import type { CallFiguresView, CallView, OverviewView } from './overview.view.js';

const CALLS_SHOWN = 10;
/** The name that metrics give to requests for anything but a call or page. */
const NO_CALL = 'unknown';
const SOON_MS = 21 * DAY;

/** Speed and errors of the most frequent calls of this node. */
export function CallsTile({ calls: { node, seconds, items } }: { readonly calls: CallFiguresView }) {
  return (
    <Tile title="Calls of this node" isWide>
      <p class="quiet">
        {node}, since it started {lasting(seconds)} ago. Other nodes, and how it went over time, are in each
        node’s <code>/metrics</code>.
      </p>
      <Table
        caption="Calls"
        rows={items.slice(0, CALLS_SHOWN)}
        keyOf={({ call }) => call}
        columns={[
          {
            name: 'Call',
            cell: ({ call }) => (call === NO_CALL ? 'Files, unknown addresses' : <code>{call}</code>),
          },
          { name: 'Requests', isNumber: true, cell: ({ requests }) => grouped(requests) },
          { name: 'Per second', isNumber: true, cell: ({ perSecond }) => rate(perSecond) },
          { name: 'p50, ms', isNumber: true, cell: ({ p50Ms }) => milliseconds(p50Ms) },
          { name: 'p99, ms', isNumber: true, cell: ({ p99Ms }) => milliseconds(p99Ms) },
          { name: 'Refused', isNumber: true, cell: ({ refused }) => percent(refused) },
          { name: 'Failed', isNumber: true, cell: (call) => <Failed {...call} /> },
        ]}
      />
    </Tile>
  );
}

export function OutboxTile({ outbox, legacyUse }: Pick<OverviewView, 'outbox' | 'legacyUse'>) {
  return (
    <Tile title="Needs attention">
      <Facts
        facts={[
          ['Messages waiting', grouped(outbox.waiting), '/admin/outbox?state=waiting'],
          ['Messages failed', grouped(outbox.failed), '/admin/outbox?state=failed'],
          ['Messages to deliver by hand', grouped(outbox.handover), '/admin/outbox?state=handover'],
          ['Clients not ready for strict', grouped(legacyUse.clients), '/admin/legacy-use'],
        ]}
      />
      {outbox.oldest && (
        <p class="quiet">
          The oldest message was queued <Moment at={outbox.oldest} />.
        </p>
      )}
    </Tile>
  );
}

export function NodesTile({ nodes }: Pick<OverviewView, 'nodes'>) {
  return (
    <Tile title="Nodes">
      <ul class="plain-list">
        {nodes.map(({ name, version, startedAt, seenAt, isAlive, isThis }) => (
          <li key={name}>
            <State of={isAlive ? 'running' : 'silent'} /> <strong>{name}</strong> {version}{' '}
            <span class="quiet">
              {isAlive ? 'started ' : 'last seen '}
              <Moment at={isAlive ? startedAt : seenAt} />
              {isThis && ', shows this page'}
            </span>
          </li>
        ))}
      </ul>
    </Tile>
  );
}

type StateProps = Pick<OverviewView, 'at' | 'database' | 'certificates' | 'tokens'>;

export function DatabaseTile({ at, database, certificates, tokens }: StateProps) {
  const { isEmbedded, version, answeredMs, bytes, connections, waiting } = database;
  return (
    <Tile title="Database and certificate">
      <Facts
        facts={[
          [isEmbedded ? 'Built in, PostgreSQL' : 'PostgreSQL', version],
          ['Answers in', `${answeredMs} ms`],
          ['Size', megabytes(bytes)],
          ['Connections', waiting === 0 ? grouped(connections) : `${connections}, ${waiting} waiting`],
          [tokens.isEstimated ? 'Grants, estimated' : 'Grants', grouped(tokens.grants), '/admin/grants'],
        ]}
      />
      {certificates.length === 0 && (
        <p class="quiet">The server has no certificate of its own: the proxy’s has to be renewed there.</p>
      )}
      {certificates.map(({ subject, endsAt }) => (
        <p key={subject}>
          <State of={stateOf(endsAt, at)} /> The certificate for {subject} ends <Moment at={endsAt} />.
        </p>
      ))}
    </Tile>
  );
}

function stateOf(endsAt: Date, at: Date): 'ok' | 'warning' | 'problem' {
  if (endsAt <= at) return 'problem';
  return endsAt.getTime() - at.getTime() < SOON_MS ? 'warning' : 'ok';
}

function Failed({ failed }: CallView) {
  return failed > 0 ? <span class="wrong">{percent(failed)}</span> : <>{percent(failed)}</>;
}

/** "3 hours": how long a process has run. */
function lasting(seconds: number): string {
  const [size, unit] = (
    [
      [86_400, 'day'],
      [3600, 'hour'],
      [60, 'minute'],
    ] as const
  ).find(([length]) => seconds >= length) ?? [1, 'second'];
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function rate(perSecond: number): string {
  return perSecond >= 10 ? grouped(Math.round(perSecond)) : perSecond.toFixed(2);
}

function milliseconds(ms: number | null): string {
  if (ms === null) return '';
  return ms >= 100 ? grouped(Math.round(ms)) : ms.toFixed(1);
}

function percent(share: number): string {
  if (share === 0) return '0 %';
  return share < 0.001 ? '< 0.1 %' : `${(share * 100).toFixed(1)} %`;
}

function megabytes(bytes: number): string {
  return bytes >= 2 ** 30 ? `${(bytes / 2 ** 30).toFixed(1)} GiB` : `${Math.round(bytes / 2 ** 20)} MiB`;
}
