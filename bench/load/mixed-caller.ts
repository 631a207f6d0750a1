import { PASSWORD } from '../database/data.js';
import { LOGIN_ACCOUNTS, TOKENS } from '../rounds.js';
import { BASIC, PARTNER_BASIC } from '../servers/hearth.js';
import { email } from './loads.js';
import { accessToken, refreshToken } from './tokens.js';

/** What was answered to one request. */
export interface Heard {
  readonly kind: Kind;
  /** 0: the connection broke. */
  readonly status: number;
  readonly ms: number;
}

/** One kind of request among those of a family service. */
export interface Kind {
  readonly title: string;
  /** Of all shares together. */
  readonly share: number;
  request(caller: Caller): Sent;
}

interface Sent {
  readonly path: string;
  readonly authorization: string;
  /** null: a GET. */
  readonly form: Record<string, string> | null;
}

const client = (path: string, form: Record<string, string>): Sent => ({
  path,
  authorization: `Basic ${BASIC}`,
  form,
});

export const KINDS: readonly Kind[] = [
  {
    title: 'Bearer accgetloggedaccount',
    share: 14,
    request: (caller) => ({
      path: '/api/acc/getloggedaccount',
      authorization: `Bearer ${accessToken('bearer', 1 + (caller.next() % TOKENS)).plain}`,
      form: null,
    }),
  },
  {
    title: 'refresh, its token stays',
    share: 2,
    request: ({ refresh }) => client('/token', { grant_type: 'refresh_token', refresh_token: refresh }),
  },
  {
    title: 'client_credentials',
    share: 2,
    request: () => client('/token', { grant_type: 'client_credentials' }),
  },
  {
    title: 'sign-in with a password',
    share: 1,
    request: (caller) =>
      client('/api/log2/generateaccesstokenbypassword', {
        a01identifier: email(1 + (caller.next() % LOGIN_ACCOUNTS)),
        a01password: PASSWORD,
        a01tokentype: 'Bearer',
        a01deviceId: 'bench',
      }),
  },
  {
    title: 'createaccount with its family',
    share: 1,
    request: (caller) => {
      const name = `mixed-${caller.number}-${caller.next()}`;
      return {
        path: '/api/prov/createaccount',
        authorization: `Basic ${PARTNER_BASIC}`,
        form: {
          ...{ Type: 'Email', Identifier: `${name}@movers.example`, UserName: name },
          ...{ UserCountryCode: 'DE', FamilyName: name, Locale: 'de' },
        },
      };
    },
  },
];

/** A program that sends one request after the other to one node. */
export class Caller {
  /** The refresh token that it was given last. */
  refresh: string;
  private count = 0;

  /** @param number from 1, another for each: it decides which tokens and accounts it uses */
  constructor(
    private readonly port: number,
    readonly number: number,
  ) {
    this.refresh = refreshToken(number);
  }

  /** Far from those of other callers, so that none of two at once has the same account. */
  next(): number {
    return this.number * 7919 + this.count++;
  }

  async send(kind: Kind): Promise<Heard> {
    const { path, authorization, form } = kind.request(this);
    const beganAt = performance.now();
    const status = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method: form === null ? 'GET' : 'POST',
      headers: { Authorization: authorization },
      body: form === null ? undefined : new URLSearchParams(form),
    }).then(
      async (answer) => {
        this.keep(await answer.text());
        return answer.status;
      },
      () => 0,
    );
    return { kind, status, ms: performance.now() - beganAt };
  }

  private keep(body: string): void {
    if (body.startsWith('{"access_token"')) this.refresh = refreshOf(body) ?? this.refresh;
  }
}

function refreshOf(body: string): string | undefined {
  return (JSON.parse(body) as { refresh_token?: string }).refresh_token;
}
