import { hearthCommand } from '../platform/config/command-line.js';
import type { Environment } from './environment.js';
import { Failure } from './failure.js';
import { send } from './http.js';
import type { StoredProfile } from './profiles.js';

/** How the requests of a command authenticate. */
export interface Credentials {
  headers(): Promise<Record<string, string>>;
  /** After a 401: whether there are new credentials to retry with. */
  renew(): Promise<boolean>;
  /** Whether it is a person's session, for which dangerous actions ask for the password. */
  readonly isSession: boolean;
}

function fixed(headers: Record<string, string>, isSession: boolean): Credentials {
  return { headers: () => Promise.resolve(headers), renew: () => Promise.resolve(false), isSession };
}

/** For set-up and sign-in. */
export const NO_CREDENTIALS = fixed({}, false);

/** A client's own token, requested when there is none, and once more when it is no longer accepted. */
class ClientCredentials implements Credentials {
  readonly isSession = false;

  constructor(
    private readonly url: string,
    private readonly client: { clientId: string; secret?: string },
    private token: string | undefined,
    private readonly remember: (token: string) => void,
  ) {}

  async headers(): Promise<Record<string, string>> {
    if (this.token === undefined) await this.obtain();
    return { Authorization: `Bearer ${this.token}` };
  }

  async renew(): Promise<boolean> {
    if (this.client.secret === undefined) return false;
    await this.obtain();
    return true;
  }

  private async obtain(): Promise<void> {
    const { clientId, secret } = this.client;
    if (secret === undefined) throw signedOut('URL');
    this.token = await clientToken(this.url, clientId, secret);
    this.remember(this.token);
  }
}

/** An access token for the client itself (RFC 6749 §4.4). */
export async function clientToken(url: string, clientId: string, secret: string): Promise<string> {
  const { status, body } = await send(`${url}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
    }),
  });
  const answer = (body ?? {}) as { access_token?: string; token_type?: string; error_description?: string };
  if (status === 200 && answer.access_token !== undefined) return answer.access_token;
  const reason = answer.error_description ?? `the server answered ${status}`;
  throw new Failure(
    `The client ${clientId} could not get a token: ${reason}`,
    status === 401 ? 'notSignedIn' : 'failed',
  );
}

/** Revokes an access token of the client (RFC 7009); one that has ended already is no error. */
export async function revokeToken(
  url: string,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
  token: string,
): Promise<void> {
  const form = { token, token_type_hint: 'access_token', client_id: clientId, client_secret: clientSecret };
  const { status, body } = await send(`${url}/revoke`, { method: 'POST', body: new URLSearchParams(form) });
  if (status === 200) return;
  const { error_description: reason } = (body ?? {}) as { error_description?: string };
  throw new Failure(reason ?? `the server answered ${status}`, status >= 500 ? 'away' : 'failed');
}

/** The environment takes precedence over stored credentials; a profile's secrets are sent to its own server only. */
export function credentialsFor(
  url: string,
  environment: Partial<Pick<Environment, 'token' | 'clientId' | 'clientSecret'>>,
  profile: StoredProfile | null,
  remember: (token: string) => void,
): Credentials {
  const { token, clientId, clientSecret: secret } = environment;
  if (token !== undefined) return fixed({ Authorization: `Bearer ${token}` }, false);
  if (clientId !== undefined && secret !== undefined) {
    return new ClientCredentials(url, { clientId, secret }, undefined, () => undefined);
  }
  if (profile?.url !== url) throw signedOut(url);
  if (profile.cookie !== undefined) return fixed({ Cookie: profile.cookie }, true);
  if (profile.clientId === undefined) throw signedOut(url);
  return new ClientCredentials(url, { clientId: profile.clientId, secret }, profile.accessToken, remember);
}

function signedOut(url: string): Failure {
  return new Failure(`Sign in with: ${hearthCommand(`login ${url}`)}`, 'notSignedIn');
}
