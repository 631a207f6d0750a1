import type { EntityManager, EntityTarget, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';

/**
 * Inserts a row, unless there is one with its key: of concurrent inserts one succeeds.
 * @param returning a column, by its name in the database
 * @returns its value in the new row; null: there was a row
 */
export async function insertNew<E extends ObjectLiteral>(
  tx: EntityManager,
  entity: EntityTarget<E>,
  row: QueryDeepPartialEntity<E>,
  returning: string,
): Promise<unknown> {
  const insertion = tx.createQueryBuilder().insert().into(entity).values(row).orIgnore();
  const inserted = await insertion.returning(returning).execute();
  return (inserted.raw as Record<string, unknown>[])[0]?.[returning] ?? null;
}
