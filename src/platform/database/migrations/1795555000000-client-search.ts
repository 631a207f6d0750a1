import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Byte order ("C"), whatever the database's collation: the beginning of a text is a range. */
export class ClientSearch1795555000000 implements MigrationInterface {
  name = 'ClientSearch1795555000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "client_id_search_idx" ON "client" ((lower("client_id") COLLATE "C"))`);
    await runner.query(
      `CREATE INDEX "client_name_search_idx" ON "client" ((lower("name") COLLATE "C"), "client_id")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "client_name_search_idx"`);
    await runner.query(`DROP INDEX "client_id_search_idx"`);
  }
}
