import { ApiProperty } from '@nestjs/swagger';

const NAMES = { type: [String] as [StringConstructor] };

/** The metadata of RFC 8414 and OpenID Connect Discovery. */
export class MetadataView {
  @ApiProperty() issuer!: string;
  @ApiProperty() authorization_endpoint!: string;
  @ApiProperty({ description: 'RFC 8628 §4.' }) device_authorization_endpoint!: string;
  @ApiProperty({ description: 'RFC 9126 §5.' }) pushed_authorization_request_endpoint!: string;
  @ApiProperty({ description: 'Whether every client must; the record of a single one may say so.' })
  require_pushed_authorization_requests!: boolean;
  @ApiProperty() token_endpoint!: string;
  @ApiProperty(NAMES) token_endpoint_auth_methods_supported!: readonly string[];
  @ApiProperty(NAMES) token_endpoint_auth_signing_alg_values_supported!: readonly string[];
  @ApiProperty() revocation_endpoint!: string;
  @ApiProperty(NAMES) revocation_endpoint_auth_methods_supported!: readonly string[];
  @ApiProperty(NAMES) revocation_endpoint_auth_signing_alg_values_supported!: readonly string[];
  @ApiProperty(NAMES) grant_types_supported!: readonly string[];
  @ApiProperty() introspection_endpoint!: string;
  @ApiProperty(NAMES) introspection_endpoint_auth_methods_supported!: readonly string[];
  @ApiProperty(NAMES) introspection_endpoint_auth_signing_alg_values_supported!: readonly string[];
  @ApiProperty() userinfo_endpoint!: string;
  @ApiProperty() jwks_uri!: string;
  @ApiProperty() end_session_endpoint!: string;
  @ApiProperty() backchannel_logout_supported!: boolean;
  @ApiProperty() backchannel_logout_session_supported!: boolean;
  @ApiProperty(NAMES) subject_types_supported!: readonly string[];
  @ApiProperty(NAMES) id_token_signing_alg_values_supported!: readonly string[];
  @ApiProperty(NAMES) claims_supported!: readonly string[];
  @ApiProperty() claims_parameter_supported!: boolean;
  @ApiProperty() client_id_metadata_document_supported!: boolean;
  @ApiProperty() request_parameter_supported!: boolean;
  @ApiProperty() request_uri_parameter_supported!: boolean;
  @ApiProperty(NAMES) acr_values_supported!: readonly string[];
  @ApiProperty(NAMES) prompt_values_supported!: readonly string[];
  @ApiProperty(NAMES) ui_locales_supported!: readonly string[];
  @ApiProperty(NAMES) scopes_supported!: readonly string[];
  @ApiProperty(NAMES) response_types_supported!: readonly string[];
  @ApiProperty(NAMES) response_modes_supported!: readonly string[];
  @ApiProperty(NAMES) code_challenge_methods_supported!: readonly string[];
  @ApiProperty(NAMES) dpop_signing_alg_values_supported!: readonly string[];
  @ApiProperty() authorization_response_iss_parameter_supported!: boolean;
  @ApiProperty({ ...NAMES, description: 'RFC 9701 §7.' })
  introspection_signing_alg_values_supported!: readonly string[];
  @ApiProperty({ ...NAMES, description: 'RFC 9728 §4.' }) protected_resources!: readonly string[];
  @ApiProperty() service_documentation!: string;
}

/** The metadata of the API as a protected resource (RFC 9728 §2). */
export class ResourceMetadataView {
  @ApiProperty() resource!: string;
  @ApiProperty(NAMES) authorization_servers!: readonly string[];
  @ApiProperty(NAMES) bearer_methods_supported!: readonly string[];
  @ApiProperty(NAMES) scopes_supported!: readonly string[];
  @ApiProperty(NAMES) dpop_signing_alg_values_supported!: readonly string[];
  @ApiProperty() dpop_bound_access_tokens_required!: boolean;
  @ApiProperty() resource_documentation!: string;
}

/** A Well-Known URL for Relying Party Passkey Endpoints (W3C). */
export class PasskeyEndpointsView {
  @ApiProperty({ description: 'Where a person adds a passkey.' }) enroll!: string;
  @ApiProperty({ description: 'Where a person sees and removes passkeys.' }) manage!: string;
}
