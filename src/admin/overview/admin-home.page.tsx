import { renderConsole, type PageProps } from '../shell/console/console-frame.js';
import { RefusalChart, SignInChart } from './charts.js';
import { beforeOf, FigureTable, KeyFigures } from './key-figures.js';
import { NextSteps } from './next-steps.js';
import type { OverviewView } from './overview.view.js';
import { PERIOD_NAMES, FIGURE_PERIODS, type FigurePeriod } from './period.js';
import { CallsTile, DatabaseTile, NodesTile, OutboxTile } from './server-tiles.js';
import { Tile } from './tile.js';

interface HomeProps extends PageProps {
  readonly overview: OverviewView;
}

export function adminHomePage({ by, overview, problem }: HomeProps): string {
  return renderConsole({
    title: 'Overview',
    section: 'overview',
    by,
    problem,
    actions: <Periods current={overview.period} />,
    children: (
      <>
        <NextSteps by={by} steps={overview.nextSteps} />
        <KeyFigures overview={overview} />
        <div class="tiles">
          <Tile title="Sign-ins and failures" isWide>
            <SignInChart {...overview} />
            <p class="quiet">{beforeOf(overview)}</p>
            <FigureTable overview={overview} />
          </Tile>
          <Tile title="Refusals by reason">
            <RefusalChart {...overview} />
          </Tile>
          <OutboxTile {...overview} />
          <NodesTile {...overview} />
          <DatabaseTile {...overview} />
          <CallsTile {...overview} />
        </div>
      </>
    ),
  });
}

/** Links, so that each period has an address. */
function Periods({ current }: { readonly current: FigurePeriod }) {
  return (
    <nav class="periods" aria-label="Period">
      {FIGURE_PERIODS.map((period) => (
        <a
          key={period}
          href={`/admin?period=${period}`}
          aria-current={period === current ? 'true' : undefined}
        >
          {PERIOD_NAMES[period]}
        </a>
      ))}
    </nav>
  );
}
