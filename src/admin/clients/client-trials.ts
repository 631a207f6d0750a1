import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { ClientTests } from './client-tests.js';
import type { ClientView } from './client.view.js';
import { trialsOf, type Trial } from './try-it.js';

/** Commands to paste for each way in which a client's ruleset lets it get a token. */
@Injectable()
export class ClientTrials {
  constructor(
    private readonly tests: ClientTests,
    private readonly config: AppConfig,
  ) {}

  /** @param secret only while it is shown; nothing stores it */
  async of(client: ClientView, secret?: string): Promise<Trial[]> {
    const { publicUrl: url } = this.config;
    return trialsOf({ client, url, secret, allowed: await this.tests.allowed(client) });
  }
}
