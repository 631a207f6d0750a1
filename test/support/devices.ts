import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { basic, type Body } from './a01.js';
import { consentFormOf, type CookieBrowser } from './authorization.js';
import { CLIENTS } from './fixtures.js';
import { request, type Peer, type RawAnswer } from './http.js';
import type { TestServer } from './start-app.js';

/** RFC 8628 §3.4. */
export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

type Answer = RawAnswer & { readonly body: Body };
type Form = Readonly<Record<string, string>>;
interface DeviceClient {
  readonly id: string;
  readonly secret: string | null;
}

/** Applications on televisions, which users authorize with a code. */
export const TELEVISIONS = {
  /** Public, as an application that anyone may install. */
  films: { id: 'films', secret: null, name: 'Films' },
  frame: { id: 'frame', secret: 'frame-secret-1', name: 'Picture frame' },
} as const satisfies Record<string, DeviceClient & { readonly name: string }>;

export async function addTelevisions(server: TestServer): Promise<void> {
  await server.get(Bootstrap).apply({
    clients: Object.values(TELEVISIONS).map(({ id, secret, name }) => ({
      clientId: id,
      ...(secret === null ? {} : { clientSecret: secret }),
      name,
      ruleset: 'WEB',
      clientType: secret === null ? 'public' : 'confidential',
      profile: secret === null ? 'strict' : 'interface',
      allowsDeviceAuthorization: true,
    })),
  });
}

/** The response to a device, with the codes that it shows. */
export interface Codes {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

/** A television, say, that asks for codes and polls. */
export class Device {
  constructor(
    private readonly server: Peer,
    private readonly client: DeviceClient = CLIENTS.app,
  ) {}

  ask(form: Form = {}, headers: Form = {}): Promise<Answer> {
    return this.send('/device_authorization', form, headers);
  }

  /** @throws Error when it gets no codes */
  async codes(form: Form = {}): Promise<Codes> {
    const { status, body } = await this.ask(form);
    if (status !== 200) throw new Error(`no codes: ${status} ${JSON.stringify(body)}`);
    return body as unknown as Codes;
  }

  poll({ device_code }: Pick<Codes, 'device_code'>, form: Form = {}, headers: Form = {}): Promise<Answer> {
    return this.send('/token', { grant_type: DEVICE_CODE, device_code, ...form }, headers);
  }

  /** The error of a poll without tokens. */
  async told(codes: Pick<Codes, 'device_code'>): Promise<unknown> {
    const { status, body } = await this.poll(codes);
    return status === 400 ? body.error : `${status} ${JSON.stringify(body)}`;
  }

  private send(path: string, form: Form, headers: Form): Promise<Answer> {
    const { id, secret } = this.client;
    return secret === null
      ? request(this.server, { path, form: { ...form, client_id: id }, headers })
      : request(this.server, { path, form, headers: { ...basic({ id, secret }), ...headers } });
  }
}

/** Types a code on the page of a browser that is signed in. */
export function typeCode(browser: CookieBrowser, user_code: string): Promise<RawAnswer> {
  return browser.post('/device', { user_code });
}

/** Types it and decides on the page. @throws Error when the page does not ask */
export async function decide(
  browser: CookieBrowser,
  codes: Pick<Codes, 'user_code'>,
  decision: 'allow' | 'deny' = 'allow',
): Promise<RawAnswer> {
  return answerTo(browser, codes, consentFormOf(await typeCode(browser, codes.user_code)), decision);
}

/** Answers the question of a page that is open already. */
export function answerTo(
  browser: CookieBrowser,
  { user_code }: Pick<Codes, 'user_code'>,
  form: Form,
  decision: 'allow' | 'deny',
): Promise<RawAnswer> {
  return browser.post('/device/decision', { ...form, user_code, decision });
}
