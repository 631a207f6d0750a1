import type { DataSource } from 'typeorm';
import { VERSION } from '../version.js';
import { ALIVE_MS } from './node-register.js';
import { Node } from './node.entity.js';

/** The other versions of which a node is running, oldest node first. */
export async function otherVersions({ manager }: DataSource): Promise<readonly string[]> {
  const rows = await manager
    .createQueryBuilder(Node, 'node')
    .where('node.version <> :own', { own: VERSION })
    .andWhere(`node.seen_at > clock_timestamp() - :alive * interval '1 millisecond'`, { alive: ALIVE_MS })
    .orderBy('node.started_at')
    .getMany();
  return [...new Set(rows.map(({ version }) => version))];
}
