import { describe, expect, it } from '@jest/globals';
import { DAY, SECOND } from '../../platform/security/clock.js';
import type { Administrator } from '../shell/access/administrator.js';
import { DeliveryQuery } from './webhook.args.js';
import { webhookPage } from './webhook.page.js';
import type { WebhookView } from './webhook.view.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const BY: Administrator = {
  ...{ role: 'administrator', accountId: '1', clientId: null, address: '192.0.2.1', session: null },
  at: NOW,
};
const WELL: WebhookView = {
  ...{
    id: '5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a11',
    url: 'https://shop.example/hook',
    events: [],
    description: null,
  },
  ...{ clientId: 'shop', isClientDisabled: false, isEnabled: true, createdAt: NOW },
  ...{ failures: 0, retryAt: null, waiting: 0, failed: 0, previousEndsAt: null },
};

/** The text of the page of a webhook, without its markup. */
function textOf(state: Partial<WebhookView>): string {
  const webhook = { ...WELL, ...state };
  const shown = { fields: {}, values: {}, errors: {}, etag: '"1"', asksPassword: false };
  const deliveries = { items: [], next: null };
  const page = webhookPage({ by: BY, webhook, deliveries, query: new DeliveryQuery(), ...shown });
  return page.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
}

describe('the page of a webhook', () => {
  const retryAt = new Date(NOW.getTime() + SECOND);

  it('says nothing of failures while the receiver answers', () => {
    expect(textOf({})).not.toMatch(/attempts failed|Given up/);
  });

  it('says when a delivery is tried next after failures', () => {
    expect(textOf({ failures: 5, retryAt, waiting: 5 })).toContain(
      'The last 5 attempts failed. Waiting: 5 deliveries. One is tried in a moment, and all when it is taken.',
    );
  });

  it('says what comes next once all deliveries were given up', () => {
    expect(textOf({ failures: 5, retryAt, failed: 5 })).toContain(
      'failed. The next delivery asks whether the receiver is back. Given up, and kept for 30 days: 5 deliveries.',
    );
  });

  it('says nothing of failures while the webhook is disabled', () => {
    expect(textOf({ failures: 5, retryAt, failed: 5, isEnabled: false })).not.toMatch(
      /attempts failed|Given up/,
    );
  });

  it('says until when the previous secret signs too, and nothing of it afterwards', () => {
    const endsIn = (ms: number) => textOf({ previousEndsAt: new Date(NOW.getTime() + ms) });
    expect(endsIn(DAY)).toContain('the previous secret too. That ends in 1 day');
    expect(endsIn(0)).not.toContain('the previous secret');
  });
});
