import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningExample {
  readonly home: string;
  stop(): Promise<void>;
}

/** Starts an application of `examples/` by the script in its package.json, on its own port. */
export async function startExample(
  name: string,
  settings: Readonly<Record<string, string>>,
  nodeArgs: readonly string[] = [],
): Promise<RunningExample> {
  const port = await freePort();
  const args = [...nodeArgs, `examples/${name}/app.mjs`];
  const env = { ...settings, PORT: String(port) };
  const app = spawn(process.execPath, args, { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(app, 'exit');
  await Promise.race([
    once(app.stdout, 'data'),
    exited.then(() => Promise.reject(new Error(`${name} did not start`))),
  ]);
  return {
    home: `http://localhost:${port}`,
    async stop() {
      app.kill();
      await exited;
    },
  };
}
