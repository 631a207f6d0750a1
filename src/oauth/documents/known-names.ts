import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { HEARTH_LOOK, lookOf } from '../../platform/pages/look.js';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import { REGISTERED_NAMES } from '../clients/document-rows.js';
import { outlineOf } from './stated-name.js';

/** A name of less would be in too many others. */
const SHORTEST = 4;

/** The names that people trust here: those of registered clients, and this server's own. */
@Injectable()
export class KnownNames {
  private outlines: ReadonlySet<string> = new Set();
  private until = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Whether a name looks like one of them, or contains what does (D428). */
  async isTaken(name: string): Promise<boolean> {
    if (this.clock.millis() >= this.until) await this.load();
    const outline = outlineOf(name);
    const { name: product, serverName } = lookOf(null);
    const own = [HEARTH_LOOK.name, product, serverName].map(outlineOf);
    return [...own, ...this.outlines].some(
      (known) => outline === known || (known.length >= SHORTEST && outline.includes(known)),
    );
  }

  private async load(): Promise<void> {
    const until = this.clock.millis() + MINUTE;
    const found = await this.database.query<{ name: string }>(REGISTERED_NAMES, []);
    this.outlines = new Set(found.map(({ name }) => outlineOf(name)));
    this.until = until;
  }
}
