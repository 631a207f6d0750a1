import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration of its statements. It is not undone: to go back, restore the backup (docs/operate/runbook.md#migrations). */
export abstract class ForwardMigration implements MigrationInterface {
  abstract readonly name: string;
  readonly statements: readonly string[] = [];

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of this.statements) await runner.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations are not undone: restore the backup.');
  }
}
