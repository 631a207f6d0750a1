import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, type EntityManager, type Repository } from 'typeorm';
import type { Long } from '../../../platform/operations/long.js';
import { Clock, MINUTE } from '../../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../../platform/security/secrets.js';
import { HeldAdministrator } from './held-administrator.entity.js';

/** So long after the password the second step is taken. */
const WAITS_MS = 10 * MINUTE;

/** Sign-ins to the console whose password was right, and that wait for their second step. */
@Injectable()
export class HeldAdministrators {
  constructor(
    @InjectRepository(HeldAdministrator) private readonly rows: Repository<HeldAdministrator>,
    private readonly clock: Clock,
  ) {}

  /** @returns the id, to be stored in a cookie only */
  async hold(accountId: Long): Promise<string> {
    const id = randomSecret();
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + WAITS_MS);
    await this.rows.insert({ digest: digestOf(id), accountId, createdAt, expiresAt });
    return id;
  }

  find(id: string): Promise<HeldAdministrator | null> {
    return this.rows.findOneBy({ digest: digestOf(id), expiresAt: MoreThan(this.clock.now()) });
  }

  /** Ends it: of two requests at once one opens a session. */
  async take({ digest }: HeldAdministrator): Promise<boolean> {
    const { affected } = await this.rows.delete({ digest });
    return affected === 1;
  }

  /** Ends those of an account, in the caller's transaction. */
  async endOf(tx: EntityManager, accountId: Long): Promise<void> {
    await tx.delete(HeldAdministrator, { accountId });
  }
}
