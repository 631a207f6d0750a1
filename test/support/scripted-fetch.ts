/** The request, as far as a test reads it. */
interface SentOnce {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
}

/**
 * An environment of the client library whose server answers by a script, whose clock stands still and which never
 * waits.
 */
export class ScriptedFetch {
  readonly sent: SentOnce[] = [];
  /** Milliseconds of the sleeps, one after another. */
  readonly slept: number[] = [];
  private readonly answers: (Scripted | Error)[];

  constructor(...answers: (Scripted | Error)[]) {
    this.answers = answers;
  }

  readonly fetch = (url: string, { headers, body }: RequestInit): Promise<Response> => {
    const form = body instanceof URLSearchParams ? body.toString() : 'multipart';
    this.sent.push({ url, headers: headers as Record<string, string>, body: form });
    const answer = this.answers.shift();
    if (!answer) throw new Error('the script is over');
    if (answer instanceof Error) return Promise.reject(answer);
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {});
    return Promise.resolve(new Response(text, { status: answer.status ?? 200, headers: answer.headers }));
  };
  readonly sleep = (ms: number): Promise<void> => {
    this.slept.push(ms);
    return Promise.resolve();
  };
  readonly random = (): number => 0.5;
  readonly now = (): number => Date.UTC(2026, 0, 31);
}
