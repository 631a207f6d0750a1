import { IsOptional, IsString, Length } from 'class-validator';
import { FormField, orAbsent, trimmed } from '../../platform/checks/form.js';
import { DAY, MINUTE } from '../../platform/security/clock.js';
import { ChoiceFilter, TextFilter } from '../shell/filters.js';
import { PageQuery } from '../shell/page-query.js';
import { IsMoment } from './moment.js';

/** Periods that end now, so that a saved filter stays of use. */
export const AUDIT_PERIODS = {
  hour: ['Last hour', 60 * MINUTE],
  day: ['Last 24 hours', DAY],
  week: ['Last 7 days', 7 * DAY],
  month: ['Last 30 days', 30 * DAY],
} as const;
export type AuditPeriod = keyof typeof AUDIT_PERIODS;

/** The filters of the console's page: people and clients by name too, while the API only takes ids. */
export class AuditSearch extends PageQuery {
  @TextFilter({ label: 'Action', longest: 100 })
  action?: string;

  @TextFilter({ label: 'Account', longest: 320 })
  account?: string;

  @TextFilter({ label: 'Client', longest: 255 })
  client?: string;

  @TextFilter({ label: 'Target', longest: 300 })
  target?: string;

  @ChoiceFilter(['ok', 'refused'], { label: 'Result' })
  outcome?: 'ok' | 'refused';

  @ChoiceFilter(Object.keys(AUDIT_PERIODS), { label: 'Period' })
  last?: AuditPeriod;

  @FormField(orAbsent, 'From (UTC)')
  @IsOptional()
  @IsMoment()
  from?: string;

  @FormField(orAbsent, 'Before (UTC)')
  @IsOptional()
  @IsMoment()
  to?: string;

  /** When the page began to renew itself, in milliseconds since 1970. */
  @TextFilter({ label: 'Live', longest: 15 })
  live?: string;
}

/** The filters under a name. */
export class SavedFilterForm extends AuditSearch {
  @FormField(trimmed, 'Name')
  @IsString()
  @Length(1, 60)
  name!: string;
}

export const FILTER_NAMES = [
  'action',
  'account',
  'client',
  'target',
  'outcome',
  'last',
  'from',
  'to',
] as const;
export type Filters = Partial<Record<(typeof FILTER_NAMES)[number], string>>;

/** The filters that are set: what an address holds, and what is saved. */
export function filtersOf(search: AuditSearch): Filters {
  const set = FILTER_NAMES.filter((name) => search[name] !== undefined);
  return Object.fromEntries(set.map((name) => [name, search[name]]));
}

/** Forgotten in a tab, it would keep its session open for ever. */
const LONGEST = 60 * MINUTE;

/** Whether the page renews itself: its first page, for an hour after an administrator asked for it. */
export function isLive({ live, after }: Pick<AuditSearch, 'live' | 'after'>, at: Date): boolean {
  if (live === undefined || after !== undefined || !/^\d{1,15}$/.test(live)) return false;
  const elapsed = at.getTime() - Number(live);
  return elapsed >= 0 && elapsed < LONGEST;
}
