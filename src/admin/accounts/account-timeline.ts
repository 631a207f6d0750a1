import { Injectable } from '@nestjs/common';
import type { Long } from '../../platform/operations/long.js';
import { AuditNames, type Names } from '../audit/audit-names.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { AuditEventView } from '../audit/audit-trail.view.js';
import { sentenceText } from '../audit/event-sentence.js';
import type { ListPage } from '../shell/paging.js';
import type { PageQuery } from '../shell/page-query.js';
import type { TimelineEventView } from './account-timeline.view.js';

/** Events, with the names of the records in them. */
export interface NamedEvents extends ListPage<AuditEventView> {
  readonly names: Names;
}

/** The events by an account and about it, newest first. */
@Injectable()
export class AccountTimeline {
  constructor(
    private readonly trail: AuditTrail,
    private readonly names: AuditNames,
  ) {}

  /** @throws ProblemError invalid for a cursor of another list */
  async of(accountId: Long, query: PageQuery): Promise<NamedEvents> {
    const page = await this.trail.ofAccount(accountId, query);
    return { ...page, names: await this.names.of(page.items) };
  }

  /** Returns the events, each as a sentence. */
  async told(accountId: Long, query: PageQuery): Promise<ListPage<TimelineEventView>> {
    const { items, next, names } = await this.of(accountId, query);
    return { items: items.map((event) => ({ ...event, sentence: sentenceText(event, names) })), next };
  }
}
