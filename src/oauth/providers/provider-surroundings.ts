import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { AppLog } from '../../platform/telemetry/log.js';

/** Where this server is, as providers see it, and its log. */
@Injectable()
export class ProviderSurroundings {
  constructor(
    private readonly config: AppConfig,
    private readonly log: AppLog,
  ) {}

  redirectUri(id: string): string {
    return `${this.config.publicUrl}/sign-in/provider/${id}/callback`;
  }

  tell(provider: string, reason: string): void {
    this.log.pino.warn({ provider, reason }, 'nobody can be signed in by this provider just now');
  }
}
