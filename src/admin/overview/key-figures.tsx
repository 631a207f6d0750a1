import { Table } from '../shell/console/list.js';
import { Sparkline } from './charts.js';
import { grouped } from '../shell/amount.js';
import { bucketNameOf } from './axis.js';
import type { FigureView, OverviewView, PointView } from './overview.view.js';
import { PERIOD_NAMES } from './period.js';

const FIGURES = {
  signIns: 'Sign-ins',
  failures: 'Failed sign-ins',
  tokensIssued: 'Tokens issued',
  activeAccounts: 'Active accounts',
  newFamilies: 'New families',
} as const;
type Key = keyof typeof FIGURES;
const KEYS = Object.keys(FIGURES) as Key[];

/** The numbers of the period, each compared with the previous period. */
export function KeyFigures({ overview }: { readonly overview: OverviewView }) {
  return (
    <ul class="key-figures">
      {KEYS.map((key) => (
        <li class="card" key={key}>
          <h2>{FIGURES[key]}</h2>
          <p class="amount">{grouped(overview[key].count)}</p>
          <p class="quiet">{changeOf(overview[key])}</p>
          <Sparkline points={overview[key].points} />
        </li>
      ))}
    </ul>
  );
}

export function beforeOf({ period }: OverviewView): string {
  return `Each is compared with the ${PERIOD_NAMES[period]} before.`;
}

/** All figures over time. A figure that is only counted by the day has one value a day. */
export function FigureTable({ overview }: { readonly overview: OverviewView }) {
  const { period, signIns } = overview;
  const countOf = (key: Key, at: Date): string => {
    const point = overview[key].points.find((each) => each.at.getTime() === at.getTime());
    return point ? grouped(point.count) : '';
  };
  return (
    <details>
      <summary>All figures as a table</summary>
      <Table
        caption="All figures"
        rows={signIns.points}
        keyOf={({ at }) => at.toISOString()}
        columns={[
          { name: 'From, UTC', cell: ({ at }) => bucketNameOf(at, period) },
          ...KEYS.map((key) => ({
            name: FIGURES[key],
            isNumber: true,
            cell: ({ at }: PointView) => countOf(key, at),
          })),
        ]}
      />
    </details>
  );
}

/** "+12 %, from 340". */
function changeOf({ count, before }: FigureView): string {
  if (before === 0) return count === 0 ? 'none before either' : 'none before';
  const percent = Math.round((count / before - 1) * 100);
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±';
  return `${sign}${grouped(Math.abs(percent))} %, from ${grouped(before)}`;
}
