import type { DataSource } from 'typeorm';
import { LegacySealing } from './legacy-sealing.entity.js';

/** Whether subkeys seal in this database (D331). @throws CallError unavailable */
export async function usesSubkeys({ manager }: DataSource): Promise<boolean> {
  return !(await manager.existsBy(LegacySealing, { id: 1 }));
}

/** Makes subkeys seal from now on. Nodes learn it within ten minutes; they open values sealed by either kind of key. */
export async function useSubkeys({ manager }: DataSource): Promise<void> {
  await manager.delete(LegacySealing, { id: 1 });
}
