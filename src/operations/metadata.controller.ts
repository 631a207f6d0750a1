import { Controller, Get } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { ApiTags } from '@nestjs/swagger';
import { OpenPage } from '../contract/declare.js';
import { GRANT_TYPES } from '../tokens/token-endpoint.js';

const CLIENT_AUTHENTICATION = ['client_secret_basic', 'client_secret_post', 'none'];

/** Authorization server metadata (RFC 8414): what exists, and nothing else. */
@ApiTags('Operation')
@Controller('.well-known')
export class MetadataController {
  constructor(private readonly config: AppConfig) {}

  @Get('oauth-authorization-server')
  @OpenPage('metadata', 'Authorization server metadata (RFC 8414)')
  metadata(): Record<string, unknown> {
    const { publicUrl } = this.config;
    return {
      issuer: publicUrl,
      token_endpoint: `${publicUrl}/token`,
      token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
      revocation_endpoint: `${publicUrl}/revoke`,
      revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
      grant_types_supported: [...GRANT_TYPES],
      response_types_supported: [],
      service_documentation: `${publicUrl}/docs`,
    };
  }
}
