import type { DataSource } from 'typeorm';
import { sealedColumns, type SealedColumn } from '../platform/security/sealed-column.js';
import type { Sealer } from '../platform/security/sealer.js';

const BATCH = 200;

/**
 * Seals the values of outdated keys anew, in every column. Values of an unlisted key stay as they are. Any number of nodes
 * may run it at once: one of them replaces each value.
 * @returns the number of values sealed anew
 */
export async function resealValues(
  dataSource: DataSource,
  sealer: Sealer,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let total = 0;
  for (const column of sealedColumns()) {
    let resealed: number;
    do {
      resealed = isStopped() ? 0 : await batch(dataSource, sealer, column);
      total += resealed;
    } while (resealed > 0);
  }
  return total;
}

/** Writes each row by its own statement, which changes nothing if the value was written meanwhile. */
async function batch(
  { manager }: DataSource,
  sealer: Sealer,
  { target, property, purpose, contextOf, where }: SealedColumn,
): Promise<number> {
  const ids = sealer.outdatedIds(purpose);
  if (ids.length === 0) return 0;
  const outdated = manager
    .createQueryBuilder(target, 'row')
    .where(`substring(row.${property} from 1 for 4) IN (:...ids)`, { ids })
    .limit(BATCH);
  const rows = await (where === null ? outdated : outdated.andWhere(where)).getMany();
  let resealed = 0;
  for (const row of rows as Record<string, unknown>[]) {
    const context = contextOf(row);
    const sealed = row[property] as Buffer;
    const plain = sealer.tryOpen(purpose, sealed, context);
    if (plain === null) continue; // altered: its reader gets an error
    const id = manager.connection.getMetadata(target).getEntityIdMap(row);
    const now = { [property]: sealer.seal(purpose, plain, context) };
    const { affected } = await manager.update(target, { ...id, [property]: sealed }, now);
    resealed += affected ?? 0;
  }
  return resealed;
}
