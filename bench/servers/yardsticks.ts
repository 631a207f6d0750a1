import { once } from 'node:events';
import { Child, script } from '../support/child.js';
import { freePort, untilListening } from '../support/network.js';

export interface Yardstick {
  readonly child: Child;
  readonly port: number;
  readonly startMs: number;
}

export function startEmptyNest(core: number | null): Promise<Yardstick> {
  return start(script(yardstick('empty-nest.ts')), core, {});
}

export function startBareSelect(core: number | null, databaseUrl: string): Promise<Yardstick> {
  return start(script(yardstick('bare-select.ts')), core, { DATABASE_URL: databaseUrl });
}

export function startEmptyTypeorm(core: number | null, databaseUrl: string): Promise<Yardstick> {
  const command = [process.execPath, yardstick('empty-typeorm.js').pathname];
  return start(command, core, { DATABASE_URL: databaseUrl });
}

function yardstick(file: string): URL {
  return new URL(`../yardsticks/${file}`, import.meta.url);
}

async function start(
  command: readonly string[],
  core: number | null,
  settings: Record<string, string>,
): Promise<Yardstick> {
  const port = await freePort();
  const env = { NODE_ENV: 'production', PORT: String(port), ...settings };
  const child = new Child(command, { core, env, stdio: ['ignore', 'ignore', 'inherit'] });
  return { child, port, startMs: await untilListening(child, port, command.join(' ')) };
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
