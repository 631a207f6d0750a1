import { Database } from '../../src/platform/database/database.js';
import type { TestServer } from './start-app.js';

/** A node of a plan, as PostgreSQL explains it. */
export interface PlanNode {
  readonly 'Node Type': string;
  /** Inner: of a join, the lookup for each row of the other. */
  readonly 'Parent Relationship'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}
type Explained = readonly { 'QUERY PLAN': readonly { Plan: PlanNode }[] }[];

/** The server's plan for a statement, planned once for any values; all nodes, each before those below it. */
export async function genericPlan(
  server: TestServer,
  text: string,
  values: readonly string[],
): Promise<PlanNode[]> {
  const runner = server.get(Database).dataSource.createQueryRunner();
  try {
    await runner.query(`PREPARE asked AS ${text}`);
    const given = values.length === 0 ? '' : `(${values.join(', ')})`;
    return nodesOf((await runner.query(`EXPLAIN (FORMAT JSON) EXECUTE asked ${given}`)) as Explained);
  } finally {
    await runner.query('DEALLOCATE asked');
    await runner.release();
  }
}

/** The server's plan for these values. */
export async function planFor(server: TestServer, text: string, values: unknown[]): Promise<PlanNode[]> {
  const { dataSource } = server.get(Database);
  return nodesOf(await dataSource.query<Explained>(`EXPLAIN (FORMAT JSON) ${text}`, values));
}

function nodesOf(explained: Explained): PlanNode[] {
  const [
    {
      'QUERY PLAN': [{ Plan: top }],
    },
  ] = explained;
  const all = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)];
  return all(top);
}
