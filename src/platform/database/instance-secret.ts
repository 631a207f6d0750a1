import { randomBytes } from 'node:crypto';
import type { Database } from './database.js';

const SECRET_BYTES = 32;
const MAKE = {
  name: 'instance-secret-make',
  isRepeatable: true,
  text: 'INSERT INTO instance_secret (id, secret) VALUES (1, $1) ON CONFLICT DO NOTHING',
};
const FIND = { name: 'instance-secret', text: 'SELECT secret FROM instance_secret' };

/** The secret of this database, made at the first start of its first node. @throws CallError unavailable */
export async function instanceSecret(database: Database): Promise<Buffer> {
  await database.query(MAKE, [randomBytes(SECRET_BYTES)]);
  const [{ secret }] = await database.query<{ secret: Buffer }>(FIND, []);
  return secret;
}
