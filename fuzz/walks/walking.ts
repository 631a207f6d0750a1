import type { Draft } from '../generate/draft.js';
import { isReachedBy } from '../tour/reached.js';
import { isAnswer, type Answer, type Outcome } from '../wire/answer.js';
import { Lost, type Steps } from './walk.js';

/** A walk that is under way. */
export class Walking {
  /** Whether an answer has to come before it goes on. */
  isWaiting = false;
  /** Why it did not arrive; null: it did, or is on its way. */
  lost: string | null = null;
  /** The operations that it reached so far. */
  readonly reached = new Set<string>();
  private answer: Answer | null = null;

  constructor(private readonly steps: Steps) {}

  /** The next request; null when it has arrived or is lost. */
  async next(): Promise<Draft | null> {
    if (this.lost !== null) return null;
    try {
      // What is handed to the first step is never looked at.
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
