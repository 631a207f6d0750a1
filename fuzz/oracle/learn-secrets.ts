import { LINK } from '../generate/learn-ids.js';
import { jsonOf } from '../generate/learn-tokens.js';
import { header, type Answer } from '../wire/answer.js';
import type { Secrets } from './leaks.js';

/** A lost answer is repeated within 30 seconds (D49). */
const TOKEN_TELLERS = ['oauth2token'];
const IN_BODIES: Readonly<Record<string, readonly string[]>> = {
  access_token: TOKEN_TELLERS,
  refresh_token: TOKEN_TELLERS,
  mac_key: TOKEN_TELLERS,
  device_code: [],
  secret: [],
};
const COOKIES = /^(?:JSESSIONID|(?:__Host-)?hearth-admin(?:-api)?)=([^;]+)/;

/** Remembers secrets of an answer that must not be returned again, nor logged. */
export function learnSecrets(secrets: Secrets, answer: Answer): void {
  const body = jsonOf(answer);
  for (const [name, tellers] of Object.entries(IN_BODIES)) {
    const value = (body as Record<string, unknown> | null)?.[name];
    if (typeof value === 'string') secrets.add(value, `a value of ${name}`, tellers);
  }
  for (const line of answer.headers.get('set-cookie') ?? []) {
    const value = COOKIES.exec(line)?.[1];
    // The web flow returns the id of its session, and a page may contain the id of its challenge.
    if (value) secrets.add(value, 'the id of a session', line.startsWith('JSESSIONID') ? ['weblogin'] : []);
  }
  const code = /[?&]code=([\w-]+)/.exec(header(answer, 'location') ?? '')?.[1];
  if (code) secrets.add(code, 'an authorization code');
  for (const [, , token] of answer.body.toString().matchAll(LINK))
    secrets.add(token, 'the token of a link', null);
}
