import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';

export interface Credentials {
  readonly identifier: string;
  readonly password: string;
}

/** A client that requests are sent as. */
export interface CastClient {
  readonly id: string;
  /** null: a public client. */
  readonly secret: string | null;
  readonly ruleset: string;
  readonly isPrivileged: boolean;
  readonly profile: 'interface' | 'strict';
  readonly redirectUri: string;
}

/** A user with a known password. */
export interface User {
  readonly accountId: string;
  readonly email: string;
  readonly login: string;
  readonly externalId: string;
}

/** The users of one connection. */
export interface People {
  readonly users: readonly User[];
  /** Users with the administrator role. */
  readonly administrators: readonly User[];
}

const ROLES = ['app', 'shop', 'strict', 'phone', 'old', 'partner', 'portal', 'desk', 'home'] as const;
export type ClientRole = (typeof ROLES)[number];

const KINDS: Readonly<Record<ClientRole, Pick<CastClient, 'ruleset' | 'isPrivileged' | 'profile'>>> = {
  app: { ruleset: 'WEB', isPrivileged: true, profile: 'interface' },
  shop: { ruleset: 'WEB', isPrivileged: false, profile: 'interface' },
  strict: { ruleset: 'WEB', isPrivileged: true, profile: 'strict' },
  phone: { ruleset: 'WEB', isPrivileged: false, profile: 'interface' },
  old: { ruleset: 'LEGACY', isPrivileged: false, profile: 'interface' },
  partner: { ruleset: 'PROVISIONING', isPrivileged: false, profile: 'interface' },
  portal: { ruleset: 'WEB', isPrivileged: true, profile: 'interface' },
  desk: { ruleset: 'ADMINISTRATION', isPrivileged: true, profile: 'interface' },
  home: { ruleset: 'FAMILIES', isPrivileged: true, profile: 'interface' },
};

/** All identities that requests use: the clients of the whole run, and the common properties of its accounts. */
export class Cast {
  readonly clients: Readonly<Record<ClientRole, CastClient>>;
  /** The password of all accounts of the run. */
  readonly password: string;
  readonly portalKey: KeyObject;
  readonly portalJwk: object;

  /** @param run makes names unique among runs on the same server */
  constructor(
    readonly run: string,
    seed: number,
    readonly administrator: Credentials,
  ) {
    const secret = (name: string): string =>
      createHash('sha256').update(`fuzz ${seed} ${run} ${name}`).digest('base64url');
    this.password = `pw-${secret('password').slice(0, 24)}`;
    this.clients = Object.fromEntries(
      ROLES.map((role) => [role, clientOf(role, run, role === 'phone' ? null : secret(role))]),
    ) as unknown as Record<ClientRole, CastClient>;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.portalKey = privateKey;
    this.portalJwk = { ...publicKey.export({ format: 'jwk' }), alg: 'ES256', kid: 'fuzz' };
  }

  get portalIssuer(): string {
    return `https://portal-${this.run}.fuzz.test`;
  }

  /** Secrets that must not appear in any answer or log line. */
  get secrets(): string[] {
    const secrets = Object.values(this.clients).flatMap(({ secret }) => secret ?? []);
    return [this.password, this.administrator.password, ...secrets];
  }

  /** The body for `POST /admin/api/configuration`. */
  get configuration(): object {
    const clients = ROLES.map((role) => {
      const { id: clientId, secret, redirectUri, ...kind } = this.clients[role];
      const verifier = secret && createHash('sha256').update(secret).digest('hex');
      return {
        clientId,
        clientType: secret === null ? 'public' : 'confidential',
        name: `Fuzz ${role}`,
        redirectUrls: [redirectUri],
        ...kind,
        ...(role === 'phone' && { allowsDeviceAuthorization: true }),
        ...(verifier && { secrets: [{ scheme: 'sha256', verifier }] }),
        ...(role === 'portal' && { jwks: { keys: [this.portalJwk] }, assertionIssuer: this.portalIssuer }),
      };
    });
    return { clients };
  }
}

function clientOf(role: ClientRole, run: string, secret: string | null): CastClient {
  const redirectUri = `https://${role}.fuzz.test/callback`;
  return { id: `fuzz-${run}-${role}`, secret, redirectUri, ...KINDS[role] };
}
