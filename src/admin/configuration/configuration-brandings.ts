import { Injectable } from '@nestjs/common';
import { BrandingImports, type PreparedBrandings } from '../../identity/branding/branding-imports.js';
import { BRANDING_FIELDS } from '../../identity/branding/branding.fields.js';
import { brandingOwner, withClients } from '../../oauth/clients/branded-clients.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { recorded } from '../../platform/records/members.js';
import type { Administrator } from '../shell/access/administrator.js';
import { doneBy } from '../shell/actor-of.js';
import type { ConfigurationDocument } from './configuration.args.js';
import type { ConfigurationChange } from './configuration.view.js';
import { brandingName } from './differences.js';
import type { FoundProblems } from '../../platform/errors/found-problems.js';

interface Wanted extends PreparedBrandings {
  /** Clients that were not written. Their brandings are not checked. */
  readonly refused: ReadonlySet<string>;
  readonly problems: FoundProblems;
}

/** Applies the branding changes of an import, which are live at once: its preview is the dry run. */
@Injectable()
export class ConfigurationBrandings {
  constructor(
    private readonly imports: BrandingImports,
    private readonly audit: AuditLog,
  ) {}

  async read(tx: Transaction): Promise<Pick<ConfigurationDocument, 'brandings' | 'brandImages'>> {
    const { brandings, brandImages } = await this.imports.read(tx);
    return { brandings: await withClients(tx, brandings), brandImages };
  }

  prepare(document: ConfigurationDocument): Promise<PreparedBrandings> {
    return this.imports.prepare(document);
  }

  /** @throws ProblemError */
  async apply(
    tx: Transaction,
    changes: readonly ConfigurationChange[],
    { refused, problems, ...prepared }: Wanted,
    by: Administrator,
  ): Promise<void> {
    if (changes.some(({ action }) => action !== 'delete')) await this.imports.keepImages(tx, prepared);
    for (const { name, action } of changes) {
      if (refused.has(clientOf(name) ?? '')) continue;
      const index = prepared.brandings.findIndex(({ client }) => brandingName(client) === name);
      const owner = await brandingOwner(tx, clientOf(name));
      if (action === 'delete') {
        const before = owner && (await this.imports.remove(tx, owner)); // without one it went with its client
        if (!before) continue;
        const details = recorded(BRANDING_FIELDS, before, null);
        await this.audit.record(doneBy(by, 'branding.removed', name, details), tx);
      } else {
        const path = `brandings.${index}`;
        const done = await problems.in(this.imports.write(tx, owner, prepared.brandings[index], path));
        if (!done) continue;
        const details = recorded(BRANDING_FIELDS, done.before, done.after);
        await this.audit.record(doneBy(by, 'branding.published', name, details), tx);
      }
    }
  }
}

function clientOf(name: string): string | null {
  return name.startsWith('client:') ? name.slice('client:'.length) : null;
}
