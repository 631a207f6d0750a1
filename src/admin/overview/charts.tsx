import type { HourView, RefusalsView } from './overview.view.js';

const COLUMN = 10;
const GAP = 2;
const HEIGHT = 60;

/** Sign-ins and refusals by the hour, drawn on the server; the same figures follow as text and as a table. */
export function SignInChart({ hours }: { readonly hours: readonly HourView[] }) {
  const most = Math.max(1, ...hours.map(({ signIns, refusals }) => signIns + refusals));
  const heightOf = (count: number): number => (count / most) * HEIGHT;
  const total = (of: 'signIns' | 'refusals'): number => hours.reduce((sum, hour) => sum + hour[of], 0);
  const signIns = `${total('signIns')} ${total('signIns') === 1 ? 'sign-in' : 'sign-ins'}`;
  const summary = `${signIns}, ${total('refusals')} refused, at most ${most} in an hour`;
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${hours.length * COLUMN} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        {hours.map(({ hour, signIns, refusals }, at) => {
          const place = { x: at * COLUMN + GAP / 2, width: COLUMN - GAP };
          const [good, bad] = [heightOf(signIns), heightOf(refusals)];
          return (
            <g key={hour.toISOString()}>
              <rect {...place} class="ok" y={HEIGHT - good} height={good} />
              <rect {...place} class="refused" y={HEIGHT - good - bad} height={bad} />
            </g>
          );
        })}
      </svg>
      <div class="axis" aria-hidden="true">
        <span>{timeOf(hours[0])}</span>
        <span>{timeOf(hours[Math.floor(hours.length / 2)])}</span>
        <span>now (UTC)</span>
      </div>
      <figcaption>
        <span class="key ok">{signIns}</span>
        <span class="key refused">{total('refusals')} refused</span>
      </figcaption>
      <details>
        <summary>Hour by hour</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Hour, UTC</th>
              <th scope="col">Sign-ins</th>
              <th scope="col">Refused</th>
            </tr>
          </thead>
          <tbody>
            {hours.map((hour) => (
              <tr key={hour.hour.toISOString()}>
                <th scope="row">{timeOf(hour)}</th>
                <td>{hour.signIns}</td>
                <td>{hour.refusals}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** Refusals by reason, each with a link to its audit events. */
export function RefusalChart({ refusals }: { readonly refusals: readonly RefusalsView[] }) {
  if (refusals.length === 0) return <p class="quiet">No refusals.</p>;
  const most = refusals[0].count;
  return (
    <ul class="bars">
      {refusals.map(({ reason, count }) => (
        <li key={reason}>
          <a href={`/admin/audit?action=${encodeURIComponent(reason)}&outcome=refused`}>{reason}</a>
          <span>{count}</span>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect class="refused" width={Math.max(1, (count / most) * 100)} height="1" />
          </svg>
        </li>
      ))}
    </ul>
  );
}

function timeOf({ hour }: HourView): string {
  return hour.toISOString().slice(11, 16);
}
