import { Injectable } from '@nestjs/common';
import { AuditPartitions } from '../../platform/audit/audit-partitions.js';
import { KeptEvents } from '../../platform/audit/kept-events.js';
import { Clock, DAY } from '../../platform/security/clock.js';
import { ok, problem, warning, type CheckView } from './check.view.js';

const WEEK_MS = 7 * DAY;
const AHEAD = {
  each: (
    kept: string,
  ) => `SELECT coalesce((details->>'count')::int, 1) AS times, at FROM ${kept} AND action = 'token.ahead'
    AND at >= $1::timestamptz`,
  all: (events: string) => `SELECT coalesce(sum(times), 0)::int AS times, max(at) AS last FROM ${events}`,
};

/** Checks the audit trail: whether it can be written, and whether it says that the database was set back (D205). */
@Injectable()
export class AuditChecks {
  constructor(
    private readonly partitions: AuditPartitions,
    private readonly events: KeptEvents,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<CheckView[]> {
    return [await this.audit(), await this.grants()];
  }

  private async audit(): Promise<CheckView> {
    const [first, ...others] = await this.partitions.missing();
    if (first === undefined) return ok('audit', 'partitions for this month and three ahead');
    const text = `no partition for ${first.class} in ${first.month}${others.length > 0 ? `, and ${others.length} more` : ''}`;
    const advice = 'The log says each minute why they could not be made (docs/operations.md, Audit).';
    if (first.isDue)
      return problem(
        'audit',
        text,
        `${advice} Until then, what would be recorded there fails, for its caller too.`,
      );
    return warning('audit', text, advice);
  }

  private async grants(): Promise<CheckView> {
    const since = new Date(this.clock.millis() - WEEK_MS);
    const [{ times, last }] = await this.events.read<{ times: number; last: Date | null }>(AHEAD, [since]);
    if (last === null) return ok('grants', 'no refresh token was newer than its grant this week');
    const text = `${times} refresh tokens were newer than their grants this week, the last at ${last.toISOString()}`;
    const advice =
      'The database was set back: a restore, or a failover that lost its last commits. What was ended or changed in that time is undone (docs/operations.md, Backup and restore). A copy for tests needs an instance_secret of its own.';
    return warning('grants', text, advice);
  }
}
