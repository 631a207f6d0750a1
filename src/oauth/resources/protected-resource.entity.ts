import { Column, Entity, Index } from 'typeorm';
import { GeneratedId } from '../../platform/database/key-columns.js';
import type { Long } from '../../platform/operations/long.js';
import type { IdTokenSigningAlg } from '../../platform/operations/caller.js';

/** How the access tokens for a resource look. */
export type TokenFormat = 'opaque' | 'jwt';

/** A resource server of others, for which this server issues access tokens (RFC 8707, D400). */
@Entity('protected_resource')
export class ProtectedResource {
  /** What grants name it by. It is never given twice: a record that is made anew is another one. */
  @GeneratedId('protected_resource_pkey')
  number!: Long;

  /** A short word, for administrators. */
  @Index('protected_resource_id_key', { unique: true })
  @Column({ type: 'text' })
  id!: string;

  /** The `resource` of requests and the `aud` of tokens: an absolute URI without a fragment. */
  @Index('protected_resource_identifier_key', { unique: true })
  @Column({ type: 'text' })
  identifier!: string;

  @Column({ type: 'text' })
  name!: string;

  /** Each a name, a space, and the text that users read. */
  @Column({ type: 'text', array: true })
  scopes!: string[];

  /** The names of the scopes of a request that names none. */
  @Column({ type: 'text', array: true, name: 'default_scopes' })
  defaultScopes!: string[];

  /** The client_ids of those that may ask for its tokens; `*`: every client. */
  @Column({ type: 'text', array: true })
  clients!: string[];

  /** The client_ids of its own servers, which introspect its tokens and no others (D403). */
  @Column({ type: 'text', array: true, name: 'introspection_clients' })
  introspectionClients!: string[];

  @Column({ type: 'text', name: 'token_format', default: 'opaque' })
  tokenFormat!: TokenFormat;

  /** null: as for the client's other tokens, for JWTs at most 15 minutes. */
  @Column({ type: 'int', name: 'access_lifetime_seconds', nullable: true })
  accessLifetimeSeconds!: number | null;

  /** Signs its JWTs. */
  @Column({ type: 'text', name: 'signing_alg', default: 'RS256' })
  signingAlg!: IdTokenSigningAlg;
}
