import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { notFound, ProblemError, stillThere } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import { isLong } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import type { Administrator } from '../shell/access/administrator.js';
import { doneBy } from '../shell/actor-of.js';
import type { Filters } from './audit-search.args.js';
import { SavedFilter } from './saved-filter.entity.js';

const MOST = 50;

/** Filters of the audit page that administrators keep under a name, for all of them and support (D209). */
@Injectable()
export class SavedFilters {
  constructor(
    private readonly database: Database,
    @InjectRepository(SavedFilter) private readonly filters: Repository<SavedFilter>,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  all(): Promise<SavedFilter[]> {
    return this.filters.find({ order: { name: 'ASC' }, take: MOST });
  }

  /** Saves under a name, in place of what it stood for. @throws ProblemError conflict when there are too many */
  async save(name: string, filters: Filters, by: Administrator): Promise<SavedFilter> {
    return this.database.once(by, async (tx) => {
      const isNew = !(await tx.existsBy(SavedFilter, { name }));
      if (isNew && (await tx.count(SavedFilter)) >= MOST)
        throw new ProblemError(Problems.conflict, `There are ${MOST} saved filters. Delete one first.`);
      // Of two that save a name at once, the later one counts.
      await tx.upsert(SavedFilter, { name, filters, createdAt: this.clock.now() }, ['name']);
      const saved = stillThere(await tx.findOneBy(SavedFilter, { name }), 'filter');
      await this.audit.record(doneBy(by, 'audit_filter.saved', null, { name }), tx);
      return saved;
    });
  }

  /** @returns what it was. @throws ProblemError notFound */
  async remove(id: string, by: Administrator): Promise<SavedFilter> {
    return this.database.transaction(async (tx) => {
      const filter = isLong(id) ? await tx.findOneBy(SavedFilter, { id }) : null;
      if (!filter || (await tx.delete(SavedFilter, { id })).affected === 0)
        throw notFound('such saved filter');
      await this.audit.record(doneBy(by, 'audit_filter.deleted', null, { name: filter.name }), tx);
      return filter;
    });
  }
}
