import { entities } from './entities.js';
import { resealValues } from './operate/reseal-values.js';
import { otherVersions } from './platform/activity/other-versions.js';
import type { AppConfig } from './platform/config/app-config.js';
import { SettingsError } from './platform/config/settings-error.js';
import { databaseOptions } from './platform/database/database-options.js';
import { GuardedDataSource } from './platform/database/guarded-data-source.js';
import { requireMigrated } from './platform/database/migrate.js';
import { open } from './platform/database/open.js';
import { Sealer } from './platform/security/sealer.js';
import { useSubkeys } from './platform/security/legacy-sealing.js';

/**
 * Seals everything under the subkey of its purpose, and lets nodes seal so from now on (D331): nodes of 0.2 can't open that.
 * @throws SettingsError while a node of another version is running
 */
export async function resealDatabase(config: AppConfig, say: (line: string) => void): Promise<void> {
  const dataSource = new GuardedDataSource(databaseOptions(config, entities));
  await open(dataSource);
  try {
    await requireMigrated(dataSource);
    const others = await otherVersions(dataSource);
    if (others.length > 0)
      throw new SettingsError(
        `Nodes of another version are running (${others.join(', ')}), which may not open what is sealed anew: replace them first.`,
      );
    await useSubkeys(dataSource);
    const resealed = await resealValues(dataSource, new Sealer(config.masterKeys, true));
    say(`Done: ${resealed} values sealed anew. Running nodes seal so within ten minutes.`);
  } finally {
    await dataSource.destroy();
  }
}
