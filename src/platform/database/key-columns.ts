import { applyDecorators } from '@nestjs/common';
import { Column, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Marks the primary key of an entity: a number that the database counts up. @param name of the constraint */
export function GeneratedId(name: string): PropertyDecorator {
  return PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: name,
  });
}

interface Reference {
  /** What becomes of this row when the other is deleted; left out: it is deleted too. */
  readonly onDelete?: 'SET NULL';
  readonly nullable?: true;
  /** set: its index has only the rows that have a number; none: other indexes begin with it. */
  readonly index?: 'set' | 'none';
}

/**
 * Marks the number of a row of another table, with its foreign key and an index, both named after the column.
 * @param target the entity of that table, or its name where it can't be imported
 * @param path table and column, such as `passkey.account_id`
 */
export function RefersTo(
  target: string | (() => new () => object),
  path: `${string}.${string}`,
  { onDelete, nullable, index }: Reference = {},
): PropertyDecorator {
  const [table, name] = path.split('.');
  const where = index === 'set' ? { where: `"${name}" IS NOT NULL` } : {};
  return applyDecorators(
    Column({ type: 'bigint', name, nullable }),
    ForeignKey(target as string, { onDelete: onDelete ?? 'CASCADE', name: `${table}_${name}_fkey` }),
    ...(index === 'none' ? [] : [Index(`${table}_${name}_idx`, where)]),
  );
}

/** Marks the number of a row of another table that is the primary key, or a part of it: the row is deleted with it. */
export function KeyRefersTo(target: () => new () => object, path: `${string}.${string}`): PropertyDecorator {
  const [table, name] = path.split('.');
  return applyDecorators(
    PrimaryColumn({ type: 'bigint', name, primaryKeyConstraintName: `${table}_pkey` }),
    ForeignKey(target, { onDelete: 'CASCADE', name: `${table}_${name}_fkey` }),
  );
}
