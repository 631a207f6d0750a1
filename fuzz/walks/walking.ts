import type { Draft } from '../generate/draft.js';
import { isReachedBy } from '../tour/reached.js';
import { isAnswer, type Answer, type Outcome } from '../wire/answer.js';
import { Lost, type Steps } from './walk.js';

/** A walk that is under way. */
export class Walking {
  /** Whether it waits for an answer. */
  isWaiting = false;
  /** Why it can't go on; null: it has arrived or is under way. */
  lost: string | null = null;
  /** The operations that it reached so far. */
  readonly reached = new Set<string>();
  private answer: Answer | null = null;

  constructor(private readonly steps: Steps) {}

  /** The next request; null when it has arrived or is lost. */
  async next(): Promise<Draft | null> {
    if (this.lost !== null) return null;
    try {
      // A generator ignores the value of the first next().
      const { value, done } = await this.steps.next(this.answer as Answer);
      if (done === true) return null;
      this.isWaiting = true;
      return { ...value, answered: (outcome) => this.take(value.request.aim, outcome) };
    } catch (cause) {
      if (!(cause instanceof Lost)) throw cause;
      this.lost = cause.message;
      return null;
    }
  }

  private take(aim: string, outcome: Outcome): void {
    this.isWaiting = false;
    if (isReachedBy(aim, outcome)) this.reached.add(aim);
    if (isAnswer(outcome)) this.answer = outcome;
    else this.lost = 'no answer came';
  }
}
