import type { Pair } from '../requests/request.js';
import type { Answer } from '../wire/answer.js';
import { Lost, objectIn, textIn, type Place, type Steps } from './walk.js';
import { Visitor } from './visitor.js';

const MOST_LOOKS = 300;
const NEWEST = 3;
const TO_JSON: Pair = ['Accept', 'application/json'];

/** A list in an answer of the API. */
interface Listed<T> {
  readonly items?: readonly T[];
}

/** An administrator who is signed in. */
export async function* deskOf(place: Place): Steps<Desk> {
  const desk = new Desk(place);
  yield* desk.signIn();
  return desk;
}

/** An administrator, who uses the API and the console, and reads the outbox. */
export class Desk extends Visitor {
  /** When the administrator has lost the account, the password or the role, later requests are sent as the next one. */
  protected override async *request(...asked: Parameters<Visitor['request']>): Steps<Answer> {
    try {
      return yield* super.request(...asked);
    } catch (cause) {
      if (cause instanceof Lost && /answered 40[13]$/.test(cause.message))
        this.place.persona.leaveAdministrator();
      throw cause;
    }
  }

  /** Signs in to the API and to the console, which have separate sessions. */
  async *signIn(): Steps {
    const { administrator } = this.place.persona;
    yield* this.api('POST', '/session', administrator);
    yield* this.post('/admin/sign-in', { ...administrator, next: '' });
  }

  async *api(
    method: string,
    path: string,
    value?: unknown,
    sent: { readonly mayBe?: number } = {},
  ): Steps<Answer> {
    const headers = [TO_JSON, ['If-Match', '*']] as const;
    const body: readonly Pair[] = value === undefined ? [] : [['Content-Type', 'application/json']];
    const [pathname, query = ''] = path.split('?');
    return yield* this.request(method, `/admin/api${pathname}`, {
      query: [...new URLSearchParams(query)],
      content: value === undefined ? undefined : { kind: 'bytes', bytes: Buffer.from(JSON.stringify(value)) },
      headers: [...headers, ...body],
      ...sent,
    });
  }

  /** Returns a member of the answer. @throws Lost without it */
  async *told(method: string, path: string, value: unknown, member: string): Steps<string> {
    return textIn(objectIn(yield* this.api(method, path, value)), member);
  }

  /** Imports one account. @returns its id. @throws Lost when it can't be */
  async *imported(line: object): Steps<string> {
    const content = { kind: 'bytes', bytes: Buffer.from(JSON.stringify(line)) } as const;
    const headers: readonly Pair[] = [TO_JSON, ['Content-Type', 'application/x-ndjson']];
    const answer = yield* this.request('POST', '/admin/api/accounts/import', { content, headers });
    const { items = [] } = objectIn(answer) as Listed<unknown>;
    return textIn(items[0], 'accountId');
  }

  /** Returns a member of the first item of a list. @throws Lost when it is empty */
  async *first(path: string, member: string): Steps<string> {
    const { items = [] } = objectIn(yield* this.api('GET', path)) as Listed<unknown>;
    return textIn(items[0], member);
  }

  /** Waits until the newest delivery of a webhook, which is sent after the answer, is over. @returns its id. @throws Lost */
  async *delivered(webhookId: string): Steps<string> {
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const listed = objectIn(yield* this.api('GET', `/webhooks/${webhookId}/deliveries`));
      const { items = [] } = listed as Listed<{ id: string; state: string }>;
      if (items.length > 0 && items[0].state !== 'waiting') return items[0].id;
    }
    throw new Lost('nothing was delivered');
  }

  /** Waits for a message to an account with a link of this kind: it is written after the answer. @returns the link's path. @throws Lost */
  async *linkTo(accountId: string, kind: string): Steps<string> {
    const pattern = new RegExp(`https?://[^/\\s"]+(/${kind}[/?][\\w=-]{20,})`);
    const read = new Set<string>();
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const listed = objectIn(yield* this.api('GET', `/outbox?account=${accountId}`));
      const { items = [] } = listed as Listed<{ id: string }>;
      for (const { id } of items.slice(0, NEWEST)) {
        if (read.has(id)) continue;
        read.add(id);
        const text = yield* this.api('GET', `/outbox/${id}/text`, undefined, { mayBe: 409 });
        const link = pattern.exec(text.body.toString())?.[1];
        if (link !== undefined) return link;
      }
    }
    throw new Lost(`no link to ${kind} came`);
  }
}
