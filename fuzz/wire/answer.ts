/** What came back. Names of headers are in small letters. */
export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Buffer;
  /** From the last byte that was sent to the last one of the answer, on this side. */
  readonly ms: number;
}

/** There was none: the connection broke, or nothing came within the limit. */
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
