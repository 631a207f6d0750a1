import { labelOf } from '../audit/action-label.js';
import { addressWith } from '../shell/console/list.js';
import { amount, grouped } from '../shell/amount.js';
import { labelBelow, bucketNameOf, short, ticksUpTo } from './axis.js';
import type { OverviewView, PointView, RefusalsView } from './overview.view.js';

/** Top of the plot, in pixels. Its width varies with the page, so horizontal places are percentages. */
const TOP = 24;
const HEIGHT = 160;
const BELOW = 24;
const FULL = TOP + HEIGHT + BELOW;
const BAR = 0.7;

const EACH = { '24h': 'in an hour', '7d': 'in six hours', '30d': 'in a day' } as const;

/** Sign-ins and failures over time, as stacked bars. Hovering or focusing a bar shows its values. */
export function SignInChart({
  period,
  signIns,
  failures,
}: Pick<OverviewView, 'period' | 'signIns' | 'failures'>) {
  const bars = signIns.points.map(({ at, count }, index) => ({
    at,
    good: count,
    bad: failures.points[index].count,
  }));
  const ticks = ticksUpTo(Math.max(...bars.map(({ good, bad }) => good + bad)));
  const highest = ticks[ticks.length - 1];
  const yOf = (count: number): number => TOP + HEIGHT - (count / highest) * HEIGHT;
  const share = 100 / bars.length;
  const percent = (places: number): string => `${Math.round(places * share * 1000) / 1000}%`;
  const summary = `${amount(signIns.count, 'sign-in')}, ${grouped(failures.count)} failed`;
  return (
    <figure class="chart">
      <figcaption>
        <span class="key ok">Sign-ins</span>
        <span class="key refused">Failed</span>
        <span class="quiet">{EACH[period]}, UTC</span>
      </figcaption>
      <div class="plot">
        <svg class="scale" width="40" height={FULL} aria-hidden="true">
          {ticks.map((tick) => (
            <text key={tick} x="100%" y={yOf(tick) + 4}>
              {short(tick)}
            </text>
          ))}
        </svg>
        <svg width="100%" height={FULL} role="group" aria-label={summary}>
          <g aria-hidden="true">
            {ticks.map((tick) => (
              <line key={tick} x2="100%" y1={yOf(tick)} y2={yOf(tick)} />
            ))}
          </g>
          {bars.map(({ at, good, bad }, index) => {
            const label = labelBelow(at, index, period);
            const place = { x: percent(index + (1 - BAR) / 2), width: percent(BAR) };
            const values = `${bucketNameOf(at, period)}: ${amount(good, 'sign-in')}, ${grouped(bad)} failed`;
            return (
              <g key={at.getTime()}>
                {label !== null && (
                  <text class="below" x={percent(index + 0.5)} y={FULL - 6} aria-hidden="true">
                    {label}
                  </text>
                )}
                <g class="mark" role="img" tabindex={0} aria-label={values}>
                  <rect class="hit" x={percent(index)} width={percent(1)} y={TOP} height={HEIGHT} />
                  {good > 0 && <rect {...place} class="ok" y={yOf(good)} height={yOf(0) - yOf(good)} />}
                  {bad > 0 && (
                    <rect {...place} class="refused" y={yOf(good + bad)} height={yOf(0) - yOf(bad)} />
                  )}
                  <text class="values" x={index < bars.length / 2 ? '0' : '100%'} y="14">
                    {values}
                  </text>
                </g>
              </g>
            );
          })}
        </svg>
      </div>
    </figure>
  );
}

/** How a figure went, without values: they are in the table of all figures. */
export function Sparkline({ points }: { readonly points: readonly PointView[] }) {
  const most = Math.max(1, ...points.map(({ count }) => count));
  const places = points.map(({ count }, index) => `${index},${Math.round(30 - (count / most) * 28)}`);
  const last = Math.max(1, points.length - 1);
  return (
    <svg class="spark" viewBox={`0 0 ${last} 32`} preserveAspectRatio="none" aria-hidden="true">
      <path class="area" d={`M0,32L${places.join('L')}L${last},32Z`} />
      <path class="line" d={`M${places.join('L')}`} />
    </svg>
  );
}

/** Refusals by reason, each with a link to its audit events. */
export function RefusalChart({
  refusals,
  from,
}: {
  readonly refusals: readonly RefusalsView[];
  readonly from: Date;
}) {
  if (refusals.length === 0) return <p class="quiet">No refusals.</p>;
  const most = refusals[0].count;
  return (
    <ul class="bars">
      {refusals.map(({ reason, count, before }) => (
        <li key={reason}>
          <a
            href={addressWith('/admin/audit', {
              action: reason,
              outcome: 'refused',
              from: from.toISOString(),
            })}
            title={reason}
          >
            {labelOf(reason)}
          </a>
          <span>
            <strong>{grouped(count)}</strong> <span class="quiet">{grouped(before)} before</span>
          </span>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect class="refused" width={Math.max(1, (count / most) * 100)} height="1" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
