import { once } from 'node:events';
import { Child, script } from '../support/child.js';
import { freePort, untilListening } from '../support/network.js';

export interface Yardstick {
  readonly child: Child;
  readonly port: number;
}

export function startEmptyNest(core: number | null): Promise<Yardstick> {
  return start('empty-nest', core, {});
}

export function startBareSelect(core: number | null, databaseUrl: string): Promise<Yardstick> {
  return start('bare-select', core, { DATABASE_URL: databaseUrl });
}

async function start(
  name: string,
  core: number | null,
  settings: Record<string, string>,
): Promise<Yardstick> {
  const port = await freePort();
  const command = script(new URL(`../yardsticks/${name}.ts`, import.meta.url));
  const env = { NODE_ENV: 'production', PORT: String(port), ...settings };
  const child = new Child(command, { core, env, stdio: ['ignore', 'ignore', 'inherit'] });
  await untilListening(child, port, name);
  return { child, port };
}

/** bcrypt comparisons per second with as many threads as the server has. */
export class BareBcrypt {
  private readonly child: Child;

  constructor(
    core: number | null,
    private readonly hash: string,
    private readonly password: string,
  ) {
    const command = script(new URL('../yardsticks/bare-bcrypt.ts', import.meta.url));
    this.child = new Child(command, { core, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  }

  async measure(seconds: number): Promise<number> {
    const { hash, password } = this;
    this.child.process.send({ seconds, hash, password });
    const [{ rate }] = (await once(this.child.process, 'message')) as [{ rate: number }];
    return rate;
  }
}
