import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const BALLAST_PIECE = Buffer.alloc(1024 * 1024);

/** A file system in memory that can be full. */
export class SmallDisk {
  /** Whether this process may mount one: only root may. */
  static get isPossible(): boolean {
    return process.platform === 'linux' && process.getuid?.() === 0;
  }

  private constructor(readonly folder: string) {}

  static mount(folder: string, megabytes: number): SmallDisk {
    mkdirSync(folder);
    const { status, stderr } = spawnSync(
      'mount',
      ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`a small disk could not be mounted: ${stderr}`);
    return new SmallDisk(folder);
  }

  /** A new folder on it. */
  within(name: string): string {
    const folder = join(this.folder, name);
    mkdirSync(folder);
    return folder;
  }

  /** Leaves no byte. */
  fill(): void {
    const file = openSync(this.ballast, 'a');
    try {
      for (let piece = BALLAST_PIECE; piece.length > 0;) {
        try {
          writeSync(file, piece);
        } catch (cause) {
          if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause;
          piece = piece.subarray(0, piece.length >> 1);
        }
      }
    } finally {
      closeSync(file);
    }
  }

  /** As an operator does who makes room. */
  free(): void {
    rmSync(this.ballast, { force: true });
  }

  unmount(): void {
    spawnSync('umount', [this.folder]);
  }

  private get ballast(): string {
    return join(this.folder, 'ballast');
  }
}
