import { Injectable } from '@nestjs/common';
import { BrandingImports, type PreparedBrandings } from '../../identity/branding/branding-imports.js';
import { BrandingStore } from '../../identity/branding/branding-store.js';
import { brandingOwner } from '../../oauth/clients/branded-clients.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { asSettingsError } from './as-settings-error.js';
import type { BootstrapDocument } from './bootstrap-document.js';

/** Creates the brandings of a bootstrap document where there is none yet. */
@Injectable()
export class BootstrapBrandings {
  constructor(
    private readonly imports: BrandingImports,
    private readonly store: BrandingStore,
  ) {}

  /** @throws SettingsError for an image that is none */
  prepare(document: BootstrapDocument): Promise<PreparedBrandings> {
    return asSettingsError(this.imports.prepare(document));
  }

  /** @throws SettingsError for a client or image that there is not */
  async create(tx: Transaction, prepared: PreparedBrandings): Promise<void> {
    if (prepared.brandings.length === 0) return;
    await this.imports.keepImages(tx, prepared);
    for (const [index, branding] of prepared.brandings.entries()) {
      const owner = await brandingOwner(tx, branding.client);
      const isThere = owner !== null && (await this.store.locked(tx, owner)).live !== null;
      if (!isThere) await asSettingsError(this.imports.write(tx, owner, branding, `brandings.${index}`));
    }
  }
}
