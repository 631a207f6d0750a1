import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { AUDIT_CLASSES } from '../config/audit-retention.js';
import { Database } from '../database/database.js';
import { Clock, DAY } from '../security/clock.js';

/** A question about audit events, as SQL. */
interface Question {
  /** A SELECT for each class. @param kept a FROM item and the beginning of its WHERE: `AND …` may follow */
  readonly each: (kept: string) => string;
  /** The SELECT over the rows of all classes. @param events a FROM item */
  readonly all: (events: string) => string;
}

/**
 * A generic plan expects a filter with few distinct values to find a row soon, and reads a whole class for an action
 * without events.
 */
const PLAN_FOR_THESE_VALUES = 'SET LOCAL plan_cache_mode = force_custom_plan';

/**
 * The only way to read the audit trail: events past their retention are left out, even if their partition is not dropped
 * yet (D230). Each class is queried separately: from its newest month back to the limit of its retention.
 */
@Injectable()
export class KeptEvents {
  constructor(
    private readonly database: Database,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** @param values of `each` and `all`, as $1 and so on */
  read<Row extends object>({ each, all }: Question, values: readonly unknown[]): Promise<Row[]> {
    const now = this.clock.millis();
    const since = AUDIT_CLASSES.map((kept) => new Date(now - this.config.auditRetention[kept] * DAY));
    const asked = AUDIT_CLASSES.map((kept, index) => {
      const from = `audit_event WHERE class = '${kept}' AND at >= $${values.length + index + 1}::timestamptz`;
      return `(${each(from)})`;
    });
    const text = all(`(${asked.join(' UNION ALL ')}) AS event`);
    return this.database.reading(async (tx) => {
      await tx.query(PLAN_FOR_THESE_VALUES);
      return tx.query<Row[]>(text, [...values, ...since]);
    });
  }
}
