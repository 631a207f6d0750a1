import { Get, Header } from '@nestjs/common';
import { OpenPages } from '../platform/operations/controllers.js';
import { AppConfig } from '../platform/config/app-config.js';
import { OpenPage } from '../platform/operations/declare.js';
import { isUnavailable } from '../platform/errors/outcome.js';
import { KnownResources } from '../oauth/resources/known-resources.js';
import { MetadataView, ResourceMetadataView } from './metadata.view.js';
import { LANGUAGES } from '../platform/pages/texts/texts.js';
import { profileRulesOf } from '../oauth/clients/client-profiles.js';
import { GRANT_NAMES } from '../oauth/grants/grant-types.js';
import { DPOP_ALGORITHMS } from '../oauth/dpop/proof.js';
import { AUTHORIZE_PARAMETERS } from '../oauth/authorize/authorize-parameters.js';
import { ACR_VALUES } from '../identity/sessions/acr.js';
import { SIGNING_ALGORITHMS } from '../oauth/signing/signing-keys.js';
import { OFFLINE_ACCESS, SCOPE_CLAIMS, SCOPE_NAMES } from '../oauth/tokens/scope.js';

const CLIENT_AUTHENTICATION = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'];
/** All that some profile takes; fapi2 takes fewer. */
const ASSERTION_ALGS = profileRulesOf({ profile: 'interface' }).assertionAlgorithms;

/** Authorization server metadata (RFC 8414), limited to what is implemented. */
@OpenPages('.well-known', 'Operation')
export class MetadataController {
  constructor(
    private readonly config: AppConfig,
    private readonly resources: KnownResources,
  ) {}

  @Get('oauth-authorization-server')
  @Header('Access-Control-Allow-Origin', '*')
  @OpenPage('metadata', 'Authorization server metadata (RFC 8414)', {
    because: 'Clients read it before they have credentials.',
    answers: { 200: MetadataView },
  })
  metadata(): Promise<MetadataView> {
    return this.describe();
  }

  @Get('openid-configuration')
  @Header('Access-Control-Allow-Origin', '*')
  @OpenPage('openidconfiguration', 'OpenID Provider metadata (OpenID Connect Discovery)', {
    because: 'Clients read it before they have credentials.',
    answers: { 200: MetadataView },
  })
  openIdConfiguration(): Promise<MetadataView> {
    return this.describe();
  }

  /** Leads a client that only knows the API to the authorization server (D269). */
  @Get('oauth-protected-resource')
  @Header('Access-Control-Allow-Origin', '*')
  @OpenPage('resourcemetadata', 'Protected resource metadata of the API (RFC 9728)', {
    because: 'Clients read it before they have credentials.',
    answers: { 200: ResourceMetadataView },
  })
  resource(): ResourceMetadataView {
    const { publicUrl } = this.config;
    return {
      resource: publicUrl,
      authorization_servers: [publicUrl],
      bearer_methods_supported: ['header'],
      scopes_supported: SCOPE_NAMES,
      dpop_signing_alg_values_supported: DPOP_ALGORITHMS,
      dpop_bound_access_tokens_required: false,
      resource_documentation: `${publicUrl}/docs`,
    };
  }

  /** Of the resource servers of others; while there is no database, none: the rest stands anyway. */
  private async identifiers(): Promise<string[]> {
    try {
      const { all } = await this.resources.all();
      return all.map(({ identifier }) => identifier);
    } catch (cause) {
      if (isUnavailable(cause)) return [];
      throw cause;
    }
  }

  /** Both documents have the same content: RFC 8414 adopted it. */
  private async describe(): Promise<MetadataView> {
    const { publicUrl } = this.config;
    return {
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/authorize`,
      device_authorization_endpoint: `${publicUrl}/device_authorization`,
      pushed_authorization_request_endpoint: `${publicUrl}/par`,
      require_pushed_authorization_requests: false,
      token_endpoint: `${publicUrl}/token`,
      token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
      token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGS,
      revocation_endpoint: `${publicUrl}/revoke`,
      revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
      revocation_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGS,
      grant_types_supported: GRANT_NAMES,
      introspection_endpoint: `${publicUrl}/introspect`,
      introspection_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION.filter((way) => way !== 'none'),
      introspection_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGS,
      userinfo_endpoint: `${publicUrl}/userinfo`,
      jwks_uri: `${publicUrl}/jwks`,
      end_session_endpoint: `${publicUrl}/logout`,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: SIGNING_ALGORITHMS,
      claims_supported: [
        'sub',
        'iss',
        'aud',
        'exp',
        'iat',
        'auth_time',
        'nonce',
        'acr',
        'amr',
        'sid',
        ...SCOPE_CLAIMS,
      ],
      claims_parameter_supported: true,
      client_id_metadata_document_supported: this.config.unregisteredClients !== 'off',
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      acr_values_supported: [...ACR_VALUES],
      prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
      ui_locales_supported: LANGUAGES,
      scopes_supported: [...SCOPE_NAMES, OFFLINE_ACCESS],
      response_types_supported: AUTHORIZE_PARAMETERS.response_type.values,
      response_modes_supported: AUTHORIZE_PARAMETERS.response_mode.values,
      code_challenge_methods_supported: ['S256'],
      dpop_signing_alg_values_supported: DPOP_ALGORITHMS,
      authorization_response_iss_parameter_supported: true,
      introspection_signing_alg_values_supported: SIGNING_ALGORITHMS,
      protected_resources: [publicUrl, ...(await this.identifiers())],
      service_documentation: `${publicUrl}/docs`,
    };
  }
}
