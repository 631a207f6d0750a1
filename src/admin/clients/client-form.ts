import type { Request } from 'express';
import { isTicked, linesIn, textIn } from '../shell/console/form-values.js';
import type { ClientView } from './client.view.js';

/** The fields of a client's form as they were typed. */
export interface ClientFormValues {
  readonly clientId: string;
  readonly clientType: string;
  readonly name: string;
  readonly ruleset: string;
  readonly profile: string;
  /** Empty: as the profile has it. */
  readonly provisions: string;
  /** One a line. */
  readonly redirectUrls: string;
  /** One a line. */
  readonly serverNetworks: string;
  readonly isPrivileged: boolean;
  readonly keepsRefreshToken: boolean;
  readonly accessLifetimeSeconds: string;
  readonly refreshLifetimeSeconds: string;
  readonly jwks: string;
  readonly jwksUrl: string;
  readonly assertionIssuer: string;
}

/** What an integration of today begins with. */
export const NEW_CLIENT: ClientFormValues = {
  clientId: '',
  clientType: 'confidential',
  name: '',
  ruleset: 'WEB',
  profile: 'strict',
  provisions: '',
  redirectUrls: '',
  serverNetworks: '',
  isPrivileged: false,
  keepsRefreshToken: false,
  accessLifetimeSeconds: '',
  refreshLifetimeSeconds: '',
  jwks: '',
  jwksUrl: '',
  assertionIssuer: '',
};

export function formOf(client: ClientView): ClientFormValues {
  return {
    ...client,
    provisions: client.provisions ?? '',
    redirectUrls: client.redirectUrls.join('\n'),
    serverNetworks: client.serverNetworks.join('\n'),
    accessLifetimeSeconds: String(client.accessLifetimeSeconds ?? ''),
    refreshLifetimeSeconds: String(client.refreshLifetimeSeconds ?? ''),
    jwks: client.jwks === null ? '' : JSON.stringify(client.jwks, null, 2),
    jwksUrl: client.jwksUrl ?? '',
    assertionIssuer: client.assertionIssuer ?? '',
  };
}

export function formIn(request: Request): ClientFormValues {
  const text = (name: keyof ClientFormValues): string => textIn(request, name).trim();
  return {
    clientId: text('clientId'),
    clientType: text('clientType'),
    name: text('name'),
    ruleset: text('ruleset'),
    profile: text('profile'),
    provisions: text('provisions'),
    redirectUrls: linesIn(request, 'redirectUrls').join('\n'),
    serverNetworks: linesIn(request, 'serverNetworks').join('\n'),
    isPrivileged: isTicked(request, 'isPrivileged'),
    keepsRefreshToken: isTicked(request, 'keepsRefreshToken'),
    accessLifetimeSeconds: text('accessLifetimeSeconds'),
    refreshLifetimeSeconds: text('refreshLifetimeSeconds'),
    jwks: text('jwks'),
    jwksUrl: text('jwksUrl'),
    assertionIssuer: text('assertionIssuer'),
  };
}

/** The values as the API takes them; what can't be read stays text, so that the API's rules name the field. */
export function settingsOf({ clientId: _id, clientType: _type, ...values }: ClientFormValues): object {
  return {
    ...values,
    provisions: values.provisions || null,
    redirectUrls: values.redirectUrls.split('\n').filter((url) => url !== ''),
    serverNetworks: values.serverNetworks.split('\n').filter((network) => network !== ''),
    accessLifetimeSeconds: numberOf(values.accessLifetimeSeconds),
    refreshLifetimeSeconds: numberOf(values.refreshLifetimeSeconds),
    jwks: jsonOf(values.jwks),
    jwksUrl: values.jwksUrl || null,
    assertionIssuer: values.assertionIssuer || null,
  };
}

function numberOf(text: string): number | string | null {
  return text === '' ? null : /^\d{1,10}$/.test(text) ? Number(text) : text;
}

function jsonOf(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text; // refused where it is checked
  }
}
