interface Event {
  readonly type: string;
  readonly occurredAt: Date;
  readonly subject: string;
  readonly sequence: string | number;
  readonly data: object;
}

/** Returns the body, which is the same at every attempt. */
export function bodyOf({ type, occurredAt, subject, sequence, data }: Event): string {
  const timestamp = occurredAt.toISOString();
  return JSON.stringify({ type, timestamp, subject, sequence: Number(sequence), data });
}
