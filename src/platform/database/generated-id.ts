import { PrimaryGeneratedColumn } from 'typeorm';

/** Marks the primary key of an entity: a number that the database counts up. @param name of the constraint */
export function GeneratedId(name: string): PropertyDecorator {
  return PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: name,
  });
}
