/** An answer. Header names are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Buffer;
  /** From the last byte sent to the last byte received, on this side. */
  readonly ms: number;
}

/** No answer: the connection broke, or the time limit passed. */
export interface NoAnswer {
  readonly status: null;
  readonly why: 'closed' | 'silent' | 'refused' | 'malformed';
  readonly ms: number;
}

export type Outcome = Answer | NoAnswer;

export function isAnswer(outcome: Outcome): outcome is Answer {
  return outcome.status !== null;
}

export function header({ headers }: Answer, name: string): string | undefined {
  return headers.get(name)?.[0];
}
