import { Injectable } from '@nestjs/common';
import { StrictRedirects } from '../../oauth/clients/strict-redirects.js';
import { WebhookLists } from '../../oauth/webhooks/webhook-lists.js';
import { ok, warning, type CheckView } from './check.view.js';

/** How many are named. */
const NAMED = 10;

/** Checks client records that were saved before what they say was refused, and their webhooks. */
@Injectable()
export class ClientChecks {
  constructor(
    private readonly redirects: StrictRedirects,
    private readonly webhooks: WebhookLists,
  ) {}

  run(): Promise<CheckView[]> {
    return Promise.all([this.checkRedirects(), this.checkWebhooks()]);
  }

  private async checkWebhooks(): Promise<CheckView> {
    const gone = await this.webhooks.gone(NAMED);
    if (gone.length === 0) return ok('webhooks', 'none was ended by its receiver');
    const named = gone.map(({ clientId, url }) => `${clientId} (${url})`);
    const advice = 'Its receiver answered 410. Put it on again with another address, or remove it.';
    return warning('webhooks', `ended by the receiver: ${named.join(', ')}`, advice);
  }

  private async checkRedirects(): Promise<CheckView> {
    const open = await this.redirects.open();
    if (open.length === 0) return ok('redirects', 'those of strict clients are https or loopback');
    const named = open.slice(0, NAMED).map(({ clientId, urls }) => `${clientId} (${urls.join(', ')})`);
    const rest = open.length > NAMED ? `, and ${open.length - NAMED} more clients` : '';
    const advice =
      'Register an https address, or http on 127.0.0.1, [::1] or localhost for an application on a computer. Until then nothing else of these clients can be changed.';
    return warning('redirects', `neither https nor loopback: ${named.join(', ')}${rest}`, advice);
  }
}
