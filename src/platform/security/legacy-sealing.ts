import type { DataSource } from 'typeorm';
import { LegacySealing } from './legacy-sealing.entity.js';

/** Whether subkeys seal in this database (D331). @throws CallError unavailable */
export async function usesSubkeys({ manager }: DataSource): Promise<boolean> {
  return !(await manager.existsBy(LegacySealing, { id: 1 }));
}

/** From now on: nodes learn it within ten minutes, and open what either kind of key sealed meanwhile and before. */
export async function useSubkeys({ manager }: DataSource): Promise<void> {
  await manager.delete(LegacySealing, { id: 1 });
}
