/** An answer by which a request was judged, as it was sent. */
export interface FinalAnswer {
  readonly status: number;
  /** null: there is no body. */
  readonly type: string | null;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** For log and metrics of the lane: the name of the refusal; absent: none. */
  readonly refusal?: string;
}

/** The answer to a request that was answered before. */
export class AnsweredBefore {
  constructor(readonly answer: FinalAnswer) {}
}

/** Wrong or missing credentials, too many requests, and what failed here: later the same request may be answered otherwise. */
const NOT_FINAL: readonly number[] = [401, 429, 500, 503];

export function isFinal({ status }: FinalAnswer): boolean {
  return !NOT_FINAL.includes(status);
}
