import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';

export interface Credentials {
  readonly identifier: string;
  readonly password: string;
}

/** A client that the requests come from. */
export interface CastClient {
  readonly id: string;
  /** null: a public one. */
  readonly secret: string | null;
  readonly ruleset: string;
  readonly isPrivileged: boolean;
  readonly profile: 'interface' | 'strict';
  readonly redirectUri: string;
}

/** Somebody with an account whose password is known. */
export interface User {
  readonly accountId: string;
  readonly email: string;
  readonly login: string;
  readonly externalId: string;
}

/** The people of one connection. */
export interface People {
  readonly users: readonly User[];
  /** With the role of an administrator. */
  readonly administrators: readonly User[];
}

export const ROLES = ['app', 'shop', 'strict', 'phone', 'old', 'partner', 'portal', 'desk'] as const;
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
};

/** Everybody whom requests are sent as: the clients for the whole run, and what all accounts have in common. */
export class Cast {
  readonly clients: Readonly<Record<ClientRole, CastClient>>;
  /** Of every account that the run makes. */
  readonly password: string;
  readonly portalKey: KeyObject;
  readonly portalJwk: object;

  /** @param run tells this run's names from those of others on the same server */
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

  /** What must not be seen again in an answer or a log. */
  get secrets(): string[] {
    const secrets = Object.values(this.clients).flatMap(({ secret }) => secret ?? []);
    return [this.password, this.administrator.password, ...secrets];
  }

  /** As `POST /admin/api/configuration` takes them. */
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
