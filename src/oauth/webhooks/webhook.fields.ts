import { normalAddress } from '../../platform/checks/address.js';
import { problemWithText } from '../../platform/operations/text-rules.js';
import { defineFields } from '../../platform/records/field.js';
import { problemWithOutsideUrl } from '../clients/assertion-keys.js';
import { problemWithEvents } from './event-kinds.js';
import type { Webhook } from './webhook.entity.js';

export type WebhookRecord = Pick<Webhook, 'url' | 'events' | 'description' | 'isEnabled'>;

/**
 * What can be set of a webhook: the administration API, the console's form, `hearth webhook`, exports, the audit and
 * docs/provision/webhooks.md are derived from it.
 */
export const WEBHOOK_FIELDS = defineFields<WebhookRecord>()({
  url: {
    kind: 'text',
    isRequired: true,
    label: 'Address',
    hint: 'Where events are sent, by POST. It must be https, and lead to a public address.',
    about: 'where events are sent, by POST: https, at a public address (or in `JWKS_INSIDE_NETWORKS`)',
    example: 'https://partner.example/webhooks/hearth',
    rule: (text) => problemWithOutsideUrl(text, 'https://partner.example/webhooks/hearth'),
    kept: normalAddress,
    cli: {
      shown: 'address',
      option: { flag: 'address', value: 'url' },
    },
  },
  events: {
    kind: 'lines',
    most: 50,
    rows: 4,
    startsAs: '*',
    label: 'Events',
    hint: 'One on each line: * for all that the client may hear, account.* for all about accounts, or a single one such as account.deleted.',
    about: '`*` for all that the client may hear, `account.*`, or single ones such as `account.deleted`',
    example: ['account.*', 'consent.ended'],
    rule: problemWithEvents,
    cli: { shown: 'events', option: { flag: 'event', value: 'kind', help: 'such as account.*, or *' } },
  },
  description: {
    kind: 'text',
    isNullable: true,
    longest: 200,
    label: 'Description',
    hint: 'For administrators, such as which system receives it.',
    about: 'for administrators',
    rule: problemWithText,
    cli: { shown: 'description', option: { flag: 'description', value: 'text' } },
  },
  isEnabled: {
    kind: 'flag',
    isOffForm: true,
    label: 'Enabled',
    about: 'events while it is off are not kept for it; deliveries that wait go on waiting',
    cli: {
      shown: 'enabled',
      option: { flag: 'enabled', help: 'it is told events', helpOff: 'it is told nothing' },
    },
  },
});
