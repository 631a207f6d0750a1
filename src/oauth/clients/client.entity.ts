import type { JSONWebKeySet } from 'jose';
import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { GeneratedId } from '../../platform/database/key-columns.js';
import type {
  IdTokenClaims,
  IdTokenSigningAlg,
  Profile,
  Provisions,
} from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { Ruleset } from '../rulesets/ruleset.entity.js';

/** A calling application (§2.3). */
@Entity('client')
@Unique('client_client_id_key', ['clientId'])
@Index('client_id_search_idx', { synchronize: false }) // of lower(client_id) in byte order: for the administration
@Index('client_name_search_idx', { synchronize: false }) // of lower(name) in byte order: for the administration
@Index('client_document_idx', ['id'], { where: `"kind" = 'document'` })
@Check('client_kind_check', `"kind" IN ('registered', 'document')`)
@Check('client_type_check', `"client_type" IN ('confidential', 'public')`)
@Check('client_profile_check', `"profile" IN ('interface', 'strict', 'fapi2')`)
@Check('client_provisions_check', `"provisions" IN ('all', 'own')`)
@Check('client_id_token_signing_alg_check', `"id_token_signing_alg" IN ('RS256', 'ES256')`)
@Check('client_id_token_claims_check', `"id_token_claims" IN ('scope', 'minimal')`)
export class Client {
  @GeneratedId('client_pkey')
  id!: Long;

  @Column({ type: 'text', name: 'client_id' })
  clientId!: string;

  /** document: nobody registered it, and its client_id is the URL of a document (D427). */
  @Column({ type: 'text', default: 'registered' })
  kind!: 'registered' | 'document';

  @Column({ type: 'text' })
  name!: string;

  /** Web page about the client, for users. */
  @Column({ type: 'text', name: 'homepage_url', nullable: true })
  homepageUrl!: string | null;

  @Index('client_ruleset_id_idx')
  @ForeignKey(() => Ruleset, { name: 'client_ruleset_id_fkey' })
  @Column({ type: 'bigint', name: 'ruleset_id' })
  rulesetId!: Long;

  @Column({ type: 'text', name: 'client_type' })
  clientType!: 'confidential' | 'public';

  @Column({ type: 'text', default: 'interface' })
  profile!: Profile;

  @Column({ type: 'text', array: true, name: 'redirect_urls', default: '{}' })
  redirectUrls!: string[];

  /**
   * Networks of its own servers: authorizations that begin there count against its budget (D171). Canonical CIDR or
   * addresses.
   */
  @Column({ type: 'text', array: true, name: 'server_networks', default: '{}' })
  serverNetworks!: string[];

  /** Origins of its pages in browsers, beside those of its RedirectUrls (D263). */
  @Column({ type: 'text', array: true, name: 'allowed_origins', default: '{}' })
  allowedOrigins!: string[];

  @Column({ type: 'boolean', name: 'is_privileged', default: false })
  isPrivileged!: boolean;

  /** It may send the password of an account that has a second factor (D249). */
  @Column({ type: 'boolean', name: 'allows_password_of_protected_accounts', default: false })
  allowsPasswordOfProtectedAccounts!: boolean;

  /** Its users may authorize it for devices without a keyboard (RFC 8628, D270). */
  @Column({ type: 'boolean', name: 'allows_device_authorization', default: false })
  allowsDeviceAuthorization!: boolean;

  /** /authorize accepts only its pushed requests (RFC 9126 §6, D267). */
  @Column({ type: 'boolean', name: 'require_pushed_authorization_requests', default: false })
  requirePushedAuthorizationRequests!: boolean;

  /** It gets tokens only with a DPoP proof (RFC 9449 §5.2, D264). */
  @Column({ type: 'boolean', name: 'dpop_bound_access_tokens', default: false })
  dpopBoundAccessTokens!: boolean;

  /** Its DPoP proofs need a nonce of this server (D266). */
  @Column({ type: 'boolean', name: 'requires_dpop_nonce', default: false })
  requiresDpopNonce!: boolean;

  /** It authenticates by an assertion that it signs (private_key_jwt), and no secret of it works (D410). */
  @Column({ type: 'boolean', name: 'requires_private_key_jwt', default: false })
  requiresPrivateKeyJwt!: boolean;

  /** Which families and accounts it may provision; null: the default of its profile (D158). */
  @Column({ type: 'text', nullable: true })
  provisions!: Provisions | null;

  /** A refresh replaces its refresh token, where its profile leaves that to the record (D49). */
  @Column({ type: 'boolean', name: 'rotates_refresh_token', default: false })
  rotatesRefreshToken!: boolean;

  /** Read by servers before 0.2.0, which may run beside this one during an upgrade. */
  @Column({
    type: 'boolean',
    name: 'keeps_refresh_token',
    default: false,
    select: false,
    insert: false,
    update: false,
  })
  keptBefore?: boolean;

  @Column({ type: 'int', name: 'access_lifetime_seconds', nullable: true })
  accessLifetimeSeconds!: number | null;

  @Column({ type: 'int', name: 'refresh_lifetime_seconds', nullable: true })
  refreshLifetimeSeconds!: number | null;

  @Column({ type: 'text', name: 'id_token_signing_alg', default: 'RS256' })
  idTokenSigningAlg!: IdTokenSigningAlg;

  /** What its id_tokens tell of the user; null: the default of its profile (D395). */
  @Column({ type: 'text', name: 'id_token_claims', nullable: true })
  idTokenClaims!: IdTokenClaims | null;

  /** Where it gets a logout token when a sign-in has ended (D214). */
  @Column({ type: 'text', name: 'backchannel_logout_uri', nullable: true })
  backchannelLogoutUri!: string | null;

  /** Its public keys (RFC 7517), which verify its assertions; jwksUrl says where they are published instead. */
  @Column({ type: 'jsonb', nullable: true })
  jwks!: JSONWebKeySet | null;

  @Column({ type: 'text', name: 'jwks_url', nullable: true })
  jwksUrl!: string | null;

  /** The issuer of its ExternalIds and the `iss` of its assertions; null: its client_id. */
  @Column({ type: 'text', name: 'assertion_issuer', nullable: true })
  assertionIssuer!: string | null;

  @Column({ type: 'boolean', name: 'is_disabled', default: false })
  isDisabled!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;
}
