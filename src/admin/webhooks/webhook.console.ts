import { Get, Param, Post, UsePipes } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { WEBHOOK_FIELDS } from '../../oauth/webhooks/webhook.fields.js';
import { textIn } from '../../platform/checks/form.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { changeable, formIn, labelsOf, valuesOf } from '../../platform/records/form.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { checkedForm, refusalOf, refusedFor, withPassword, queryIn } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { etagOf } from '../shell/etag.js';
import { WebhookPages } from './webhook-pages.js';
import { WebhookChange } from './webhook.args.js';
import { deleteWebhookPage } from './webhook.page.js';
import { addressOfWebhook, PATH, webhookSecretPage } from './webhooks.page.js';
import { stateOf, Webhooks } from './webhooks.service.js';

const DONE: Readonly<Record<string, string>> = {
  saved: 'Changes saved.',
  enabled: 'Enabled. It is told what happens from now on.',
  disabled: 'Disabled. Nothing more is sent.',
  test: 'A test is on its way. Reload the page for its answer.',
  replay: 'Sending again. Reload the page for the answers.',
  some: 'Sending again as many as one request takes; there are more that failed.',
};
const FORM = changeable(WEBHOOK_FIELDS);
const LABELS = labelsOf(WEBHOOK_FIELDS);

/** The console's page of a webhook, and its forms. Whoever changes one confirms the password. */
@Console('webhooks/:id')
@UsePipes(bodyPipe)
export class WebhookConsole {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly pages: WebhookPages,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminwebhookpage', 'One webhook, with its deliveries')
  async page(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    return html(await this.pages.page(id, by, visit.query, { done: DONE[queryIn(visit, 'done')] }));
  }

  @Post()
  @ConsolePage('adminwebhooksave', 'Changes a webhook', { writes: true })
  async save(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const values = formIn(FORM, (name) => textIn(visit.body, name));
    const checked = withPassword(
      await checkedForm(WebhookChange, valuesOf(FORM, values), LABELS),
      await this.confirmation.passwordProblem(visit, by),
    );
    const etag = textIn(visit.body, 'etag');
    const outcome =
      'errors' in checked
        ? checked
        : await refusalOf(this.webhooks.update(id, checked.body, etag, by), LABELS);
    if ('done' in outcome) return seeOther(addressOfWebhook(id, '?done=saved'));
    return html(await this.pages.page(id, by, {}, { values, ...outcome }), { status: 422 });
  }

  @Post('state')
  @ConsolePage('adminwebhookstate', 'Enables or disables a webhook', { writes: true })
  async setState(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const isEnabled = textIn(visit.body, 'state') === 'enabled';
    const etag = textIn(visit.body, 'etag');
    const password = await this.confirmation.passwordProblem(visit, by);
    const outcome = password
      ? refusedFor({ state: password })
      : await refusalOf(this.webhooks.update(id, { isEnabled }, etag, by));
    const done = isEnabled ? 'enabled' : 'disabled';
    if ('done' in outcome) return seeOther(addressOfWebhook(id, `?done=${done}`));
    return html(await this.pages.page(id, by, {}, outcome), { status: 422 });
  }

  @Post('secret')
  @ConsolePage('adminwebhooksecretform', 'Makes a new signing secret and shows it', { writes: true })
  async renewSecret(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const etag = textIn(visit.body, 'etag');
    const password = await this.confirmation.passwordProblem(visit, by);
    const outcome = password
      ? refusedFor({ secret: password })
      : await refusalOf(this.webhooks.renewSecret(id, etag, by));
    if (!('done' in outcome)) return html(await this.pages.page(id, by, {}, outcome), { status: 422 });
    const done = 'New signing secret made.';
    return html(webhookSecretPage({ by, webhook: outcome.done, done }), { status: 201 });
  }

  @Get('delete')
  @ConsolePage('adminwebhookdeletepage', 'Confirms the deletion of a webhook')
  async deletePage(@CurrentAdministrator() by: Administrator, @Param('id') id: string): Promise<Shown> {
    const webhook = await this.webhooks.get(id);
    const asksPassword = this.confirmation.asksPassword(by);
    return html(deleteWebhookPage({ by, webhook, etag: etagOf(stateOf(webhook)), asksPassword }));
  }

  @Post('delete')
  @ConsolePage('adminwebhookremove', 'Deletes a webhook', { writes: true })
  async remove(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const etag = textIn(visit.body, 'etag');
    const webhook = await this.webhooks.get(id);
    const errors = await this.confirmation.problems(visit, by, webhook.clientId);
    const outcome = errors ? refusedFor(errors) : await refusalOf(this.webhooks.remove(id, etag, by));
    if ('done' in outcome) return seeOther(`${PATH}?done=deleted`);
    const asksPassword = this.confirmation.asksPassword(by);
    return html(deleteWebhookPage({ by, webhook, etag, asksPassword, ...outcome }), { status: 422 });
  }
}
