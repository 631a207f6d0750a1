import {
  newProviderPage,
  providerPage,
  providersPage,
  type ProviderPageProps,
} from '../../../src/admin/providers/providers.page.js';
import { triedPage, tryPage } from '../../../src/admin/providers/provider-try.page.js';
import {
  newResourcePage,
  resourcePage,
  resourcesPage,
  type ResourcePageProps,
} from '../../../src/admin/resources/resources.page.js';
import { newRulesetPage, rulesetPage, rulesetsPage } from '../../../src/admin/rulesets/rulesets.page.js';
import { deliveryPage } from '../../../src/admin/webhooks/delivery.page.js';
import { webhookPage } from '../../../src/admin/webhooks/webhook.page.js';
import type { DeliveryView, WebhookView } from '../../../src/admin/webhooks/webhook.view.js';
import {
  newWebhookPage,
  webhookSecretPage,
  webhooksPage,
} from '../../../src/admin/webhooks/webhooks.page.js';
import { PROVIDER_FIELDS } from '../../../src/oauth/providers/provider.fields.js';
import { RESOURCE_FIELDS } from '../../../src/oauth/resources/resource.fields.js';
import { WEBHOOK_FIELDS } from '../../../src/oauth/webhooks/webhook.fields.js';
import { changeable, formOf, onForm } from '../../../src/platform/records/typed-form.js';
import { BY, errorsOf, ETAG, listOf, NONE, recordOf } from './record-samples.js';
import { odd } from './sample-names.js';
import { ago, type PageSamples } from './sample-values.js';

const PROBLEM = { problem: odd('Λάθος') };
const PROVIDER = {
  ...recordOf(PROVIDER_FIELDS, { id: 'portal', issuer: 'https://portal.example', name: odd('Πύλη') }),
  ...{
    hasSecret: true,
    redirectUri: 'https://accounts.example/sign-in/provider/portal/callback',
    accounts: 2,
  },
};
const FORM = { by: BY, asksPassword: true };
const PROVIDER_PROPS: ProviderPageProps = {
  ...{ ...FORM, provider: PROVIDER, etag: ETAG, fields: changeable(PROVIDER_FIELDS), errors: {} },
  values: formOf(PROVIDER_FIELDS, PROVIDER),
};
const RESOURCE = recordOf(RESOURCE_FIELDS, { id: 'reports', identifier: 'https://reports.example/api' });
const RESOURCE_PROPS: ResourcePageProps = {
  ...{ ...FORM, resource: RESOURCE, etag: ETAG, fields: changeable(RESOURCE_FIELDS), errors: {} },
  values: formOf(RESOURCE_FIELDS, RESOURCE),
};
const RULESET = { name: 'WEB', description: odd('Ιστός'), rules: ['acc*'], isShipped: false, clients: 2 };
const PREVIEW = {
  calls: [{ name: 'accping', summary: odd('Κλήση'), allowed: true, rule: 'acc*' }],
  ...{ clients: ['shop'], changed: ['accping'], asking: ['shop'], idle: ['shop'] },
};
const WEBHOOK: WebhookView = {
  ...recordOf(WEBHOOK_FIELDS, { url: 'https://shop.example/hook', events: ['account.*'] }),
  ...{
    id: '5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a11',
    clientId: 'shop',
    isClientDisabled: false,
    createdAt: ago(9),
  },
  ...{ failures: 3, retryAt: ago(-1), waiting: 2, failed: 1, previousEndsAt: ago(-1) },
};
const DELIVERY = {
  ...{ id: '1', messageId: 'm', state: 'failed', type: 'account.deleted', subject: 'account:7', sequence: 1 },
  ...{ data: { name: odd('Ά') }, occurredAt: ago(1), attempts: 3, triedAt: ago(1), nextAt: null },
  ...{ deliveredAt: null, status: 500, answer: odd('Όχι'), durationMs: 12 },
} as unknown as DeliveryView;
const WEBHOOK_FORM = { fields: onForm(WEBHOOK_FIELDS), values: formOf(WEBHOOK_FIELDS, WEBHOOK) };
const FINDINGS = (['ok', 'warning', 'problem'] as const).map((result) => ({
  ...{ name: odd('Έλεγχος'), result, detail: odd('Λεπτομέρεια') },
}));
const TRIED = {
  ...{
    issuer: 'https://portal.example',
    subject: odd('7'),
    label: odd('Ά'),
    algorithm: 'ES256',
    acr: odd('1'),
  },
  ...{ amr: null, authTime: 1_700_000_000, claims: [odd('όνομα')] },
};

/** The console's pages of what applications reach, and of what reaches them. */
export const CONSOLE_CONNECTION_PAGES: PageSamples = {
  providersPage: {
    'with one': () => providersPage({ by: BY, items: [PROVIDER] }),
    'without any': () => providersPage({ by: BY, items: [] }),
  },
  newProviderPage: {
    'with errors': () =>
      newProviderPage({
        ...{ ...FORM, fields: onForm(PROVIDER_FIELDS), values: formOf(PROVIDER_FIELDS, PROVIDER) },
        errors: { ...errorsOf(PROVIDER_FIELDS), clientSecret: odd('Λάθος'), password: odd('Λάθος') },
      }),
  },
  providerPage: {
    'that is offered': () => providerPage(PROVIDER_PROPS),
    'without a secret': () =>
      providerPage({ ...PROVIDER_PROPS, provider: { ...PROVIDER, hasSecret: false, isEnabled: false } }),
  },
  tryPage: {
    'that works': () =>
      tryPage({ by: BY, provider: PROVIDER, findings: FINDINGS, to: 'https://portal.example/a' }),
    'that does not': () => tryPage({ by: BY, provider: PROVIDER, findings: FINDINGS, to: null }),
  },
  triedPage: {
    'with an answer': () => triedPage({ by: BY, provider: PROVIDER, outcome: TRIED }),
    'with a problem': () => triedPage({ by: BY, provider: PROVIDER, outcome: PROBLEM }),
  },
  resourcesPage: {
    'with one': () => resourcesPage({ by: BY, items: [RESOURCE] }),
    'without any': () => resourcesPage({ by: BY, items: [] }),
  },
  newResourcePage: {
    'with errors': () =>
      newResourcePage({
        ...RESOURCE_PROPS,
        fields: onForm(RESOURCE_FIELDS),
        errors: errorsOf(RESOURCE_FIELDS),
      }),
  },
  resourcePage: { 'of a resource': () => resourcePage(RESOURCE_PROPS) },
  rulesetsPage: {
    'with one': () => rulesetsPage({ by: BY, page: listOf(RULESET), query: {} }),
    'without any': () => rulesetsPage({ by: BY, page: NONE, query: { query: odd('Ά') } }),
  },
  newRulesetPage: {
    'with errors': () =>
      newRulesetPage({
        by: BY,
        values: { ...RULESET, name: odd('Ά') },
        errors: { name: odd('Λ') },
        preview: PREVIEW,
      }),
  },
  rulesetPage: {
    'with a preview': () =>
      rulesetPage({ by: BY, ruleset: RULESET, values: RULESET, etag: ETAG, preview: PREVIEW }),
    'that is shipped': () =>
      rulesetPage({
        by: BY,
        ruleset: { ...RULESET, isShipped: true },
        values: RULESET,
        etag: ETAG,
        ...PROBLEM,
      }),
  },
  webhooksPage: {
    'with one': () =>
      webhooksPage({ by: BY, page: { items: [WEBHOOK], next: null }, query: { client: 'shop' } }),
    'without any': () =>
      webhooksPage({ by: BY, page: { items: [], next: null }, query: {}, errors: { client: odd('Λάθος') } }),
  },
  newWebhookPage: {
    'with errors': () =>
      newWebhookPage({ ...FORM, ...WEBHOOK_FORM, clientId: odd('shop'), errors: errorsOf(WEBHOOK_FIELDS) }),
  },
  webhookPage: {
    'that fails': () =>
      webhookPage({
        ...{
          ...FORM,
          ...WEBHOOK_FORM,
          webhook: WEBHOOK,
          deliveries: listOf(DELIVERY),
          query: {},
          etag: ETAG,
        },
        errors: errorsOf(WEBHOOK_FIELDS),
      }),
    'of a client that is disabled': () =>
      webhookPage({
        ...{
          ...FORM,
          ...WEBHOOK_FORM,
          webhook: { ...WEBHOOK, isClientDisabled: true, retryAt: null, failures: 0 },
        },
        ...{ deliveries: NONE, query: {}, etag: ETAG, errors: {} },
      }),
  },
  webhookSecretPage: {
    'with two': () => webhookSecretPage({ by: BY, webhook: { ...WEBHOOK, secret: odd('whsec') } }),
  },
  deliveryPage: { 'that failed': () => deliveryPage({ by: BY, webhook: WEBHOOK, delivery: DELIVERY }) },
};
