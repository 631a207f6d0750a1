import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { AppConfig } from '../config/app-config.js';
import { Database, type Statement } from '../database/database.js';
import { isForeignKeyViolation } from '../database/database-errors.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { Clock, DAY, SECOND } from '../security/clock.js';
import { KeyedDigests } from '../security/keyed-digests.js';
import { Sealer } from '../security/sealer.js';
import { digestOf, randomFew } from '../security/secrets.js';
import { AppLog } from '../telemetry/log.js';
import { AnsweredBefore, isFinal, type FinalAnswer } from './final-answer.js';
import type { Once } from '../database/once.js';
import type { Transaction } from '../database/transaction.js';
import { unavailable } from '../errors/outcome.js';

/** Longer than a request takes. One that takes longer loses its turn, and what it did is rolled back. */
const TURN_MS = 15 * SECOND;
/** The turns of others that a request waits for. */
const PATIENCE_MS = 2 * TURN_MS;
const FIRST_LOOK_MS = 25;
const LONGEST_LOOK_MS = 500;
const TURN_BYTES = 16;

const BEGIN: Statement = {
  name: 'kept-answer-begin',
  text: `INSERT INTO kept_answer (digest, client_id, request, turn, turn_until, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (digest) DO NOTHING RETURNING 1 AS begun`,
};
const READ: Statement = {
  name: 'kept-answer-read',
  text: 'SELECT request, turn, turn_until, kept, expires_at FROM kept_answer WHERE digest = $1',
};
const FORGET: Statement = {
  name: 'kept-answer-forget',
  text: 'DELETE FROM kept_answer WHERE digest = $1 AND expires_at <= $2',
  isRepeatable: true,
};
/** Of several that wait, one gets the turn: it reads what the one before has done. */
const TAKE_OVER: Statement = {
  name: 'kept-answer-take-over',
  text: `UPDATE kept_answer SET turn = $2, turn_until = $3 WHERE digest = $1 AND turn = $4 AND turn_until <= $5
         RETURNING kept`,
};
const FINISH: Statement = {
  name: 'kept-answer-finish',
  text: 'UPDATE kept_answer SET kept = $3 WHERE digest = $1 AND turn = $2',
  isRepeatable: true,
};
/** Without an answer that counts, the next request is the first again; if the work is done, it only answers. */
const RELEASE: Statement = {
  name: 'kept-answer-release',
  text: `WITH gone AS (DELETE FROM kept_answer WHERE digest = $1 AND turn = $2 AND kept IS NULL)
         UPDATE kept_answer SET turn_until = $3 WHERE digest = $1 AND turn = $2 AND kept IS NOT NULL`,
  isRepeatable: true,
};

/** A request with a key. */
export interface KeyedRequest {
  /** The client, or the administrator in a session. */
  readonly holder: string;
  readonly clientId: string | null;
  readonly key: string;
  /** What a repetition must have in common with it. */
  readonly request: string;
}

interface Attempt<T> {
  readonly work: (turn: Turn) => Promise<T>;
  readonly answerOf: (value: T) => FinalAnswer;
  /** null: nothing that was foreseen. */
  readonly refusalOf: (cause: unknown) => FinalAnswer | null;
}

interface Row extends Record<string, unknown> {
  readonly request: Buffer;
  readonly turn: Buffer;
  readonly turn_until: Date;
  readonly kept: Buffer | null;
  readonly expires_at: Date;
}

/** What is kept of a request: what its work returned, or at last its answer. */
type Kept = { readonly result: unknown } | { readonly answer: FinalAnswer };

const NOTE = `UPDATE kept_answer SET kept = $3, account_id = $4 WHERE digest = $1 AND turn = $2`;

/** The turn of a request to do the work of its key. */
class Turn implements Once {
  constructor(
    private readonly database: Database,
    readonly digest: Buffer,
    readonly turn: Buffer,
    private readonly seal: (kept: Kept) => Buffer,
    /** What one before has done, whose answer was lost. */
    private readonly before: { readonly result: unknown } | null,
  ) {}

  async transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    about: (result: T) => string | null = () => null,
  ): Promise<T> {
    if (this.before) return this.before.result as T;
    return this.database.transaction(async (tx) => {
      const result = await work(tx);
      const kept = this.seal({ result: result ?? null });
      const [, noted] = await tx.query<[unknown, number]>(NOTE, [
        this.digest,
        this.turn,
        kept,
        about(result),
      ]);
      if (noted === 0)
        throw unavailable({ reason: 'another request with this key took the turn over' }, null);
      return result;
    });
  }
}

/** Answers a repeated request as the first one, on any node (D392). */
@Injectable()
export class KeptAnswers {
  private readonly requests: KeyedDigests;

  constructor(
    private readonly database: Database,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly log: AppLog,
    { masterKeys }: AppConfig,
  ) {
    this.requests = new KeyedDigests(masterKeys, 'kept request');
  }

  /** @throws CallError keyOfAnother; what the work throws */
  async answer<T>(
    asked: KeyedRequest,
    { work, answerOf, refusalOf }: Attempt<T>,
  ): Promise<T | AnsweredBefore> {
    const turn = await this.turnFor(asked);
    if (turn instanceof AnsweredBefore) return turn;
    let value: T;
    try {
      value = await work(turn);
    } catch (cause) {
      await this.end(turn, refusalOf(cause));
      throw cause;
    }
    await this.end(turn, answerOf(value));
    return value;
  }

  private async turnFor({ holder, clientId, key, request }: KeyedRequest): Promise<Turn | AnsweredBefore> {
    const digest = digestOf(`${holder} ${key}`);
    const turn = randomFew(TURN_BYTES);
    const givesUpAt = performance.now() + PATIENCE_MS;
    for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(2 * lookMs, LONGEST_LOOK_MS)) {
      const now = this.clock.millis();
      const [endsAt, expiresAt] = [new Date(now + TURN_MS), new Date(now + DAY)];
      const first = [digest, clientId, this.requests.make(request), turn, endsAt, expiresAt];
      const [begun] = await this.database.query(BEGIN, first).catch(throwIfGone);
      if (begun) return this.taken(digest, turn, null);
      const [row] = await this.database.query<Row>(READ, [digest]);
      if (!row) continue;
      if (row.expires_at.getTime() <= now) {
        await this.database.query(FORGET, [digest, new Date(now)]);
        continue;
      }
      if (!this.requests.isOf(row.request, request)) throw new CallError(Errors.keyOfAnother);
      const kept = this.open(digest, row.kept);
      if (kept && 'answer' in kept) return new AnsweredBefore(kept.answer);
      if (row.turn_until.getTime() <= now) {
        const values = [digest, turn, endsAt, row.turn, new Date(now)];
        const [over] = await this.database.query<Pick<Row, 'kept'>>(TAKE_OVER, values);
        if (over) return this.taken(digest, turn, over.kept);
      }
      if (performance.now() > givesUpAt) throw unavailable({ reason: 'the same request is at work' }, null);
      await setTimeout(lookMs);
    }
  }

  private taken(digest: Buffer, turn: Buffer, kept: Buffer | null): Turn | AnsweredBefore {
    const before = this.open(digest, kept);
    if (before && 'answer' in before) return new AnsweredBefore(before.answer);
    return new Turn(this.database, digest, turn, (now) => this.seal(digest, now), before);
  }

  /** The answer is given in any case: without this, the next request finds what is done, and answers from that. */
  private async end({ digest, turn }: Turn, answer: FinalAnswer | null): Promise<void> {
    try {
      if (answer && isFinal(answer))
        await this.database.query(FINISH, [digest, turn, this.seal(digest, { answer })]);
      else await this.database.query(RELEASE, [digest, turn, this.clock.now()]);
    } catch (cause) {
      this.log.pino.warn(
        { cause: String(cause) },
        'the answer to a request with an Idempotency-Key was not kept',
      );
    }
  }

  private seal(digest: Buffer, kept: Kept): Buffer {
    return this.sealer.seal('kept answer', Buffer.from(JSON.stringify(kept)), digest);
  }

  private open(digest: Buffer, kept: Buffer | null): Kept | null {
    return kept && (JSON.parse(this.sealer.open('kept answer', kept, digest).toString()) as Kept);
  }
}

/** @throws CallError clientNotAuthenticated for a client that was deleted meanwhile */
function throwIfGone(cause: unknown): never {
  throw isForeignKeyViolation(cause) ? new CallError(Errors.clientNotAuthenticated) : cause;
}
