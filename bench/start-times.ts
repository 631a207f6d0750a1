import { join } from 'node:path';
import { Hearth } from './servers/hearth.js';
import { median } from './support/process-figures.js';

const TIMES = 3;

export interface StartTimes {
  readonly firstEmbedded: number;
  readonly embedded: number;
  readonly embeddedUnpinned: number;
  /** null without a PostgreSQL. */
  readonly postgres: number | null;
}

/** Milliseconds from the start of the process to the first accepted connection. */
export async function measureStarts(
  folder: string,
  core: number | null,
  url: string | null,
): Promise<StartTimes> {
  const dataDir = join(folder, 'start');
  const embedded = { core, dataDir, databaseUrl: null, profileDir: null };
  return {
    firstEmbedded: await startOnce(embedded),
    embedded: await startOften(embedded),
    embeddedUnpinned: await startOften({ ...embedded, core: null }),
    postgres: url === null ? null : await startOften({ ...embedded, databaseUrl: url }),
  };
}

async function startOften(options: Parameters<typeof startOnce>[0]): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < TIMES; i++) times.push(await startOnce(options));
  return median(times);
}

async function startOnce(options: Parameters<typeof Hearth.start>[0]): Promise<number> {
  const server = await Hearth.start(options);
  await server.stop();
  return server.startMs;
}
