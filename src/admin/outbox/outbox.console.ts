import { Get, Param, Post } from '@nestjs/common';
import { doneIn } from '../../platform/checks/form.js';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { listed } from '../shell/console/listed.js';
import { doneOrRefused } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { Messages } from './messages.service.js';
import { MessageQuery, type MessageTextView } from './messages.view.js';
import { messagePage, outboxPage } from './outbox.page.js';

const DONE: Readonly<Record<string, string>> = {
  retry: 'Sending. Check again in a moment.',
  'passed-on': 'Marked as delivered.',
};

@Console('outbox')
export class OutboxConsole {
  constructor(
    private readonly messages: Messages,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminoutboxpage', 'The outbox', { role: 'support' })
  async list(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    return html(outboxPage(await listed(visit, MessageQuery, (query) => this.messages.list(query))));
  }

  @Get(':id')
  @ConsolePage('adminoutboxmessagepage', 'One message', { role: 'support' })
  async page(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const { by, asksPassword } = visit;
    const message = await this.messages.get(id);
    return html(messagePage({ by, message, asksPassword, done: doneIn(visit, DONE) }));
  }

  @Post(':id/retry')
  @ConsolePage('adminoutboxtry', 'Retries a message now', { role: 'support', writes: true })
  retry(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    return this.settle(visit, { id, done: 'retry' }, this.messages.retry(id, visit.by));
  }

  @Post(':id/passed-on')
  @ConsolePage('adminoutboxpasson', 'Marks a message as delivered by hand', { writes: true })
  passOn(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    return this.settle(visit, { id, done: 'passed-on' }, this.messages.passOn(id, visit.by));
  }

  /**
   * A POST, although it changes nothing but the audit trail: the form has the password, and a POST can't be bookmarked.
   */
  @Post(':id/text')
  @ConsolePage('adminoutboxshow', 'Shows the text of a message', { writes: true, shows: 'once' })
  async text(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const message = await this.messages.get(id);
    const passwordError = (await this.confirmation.passwordProblem(visit)) ?? undefined;
    const outcome =
      passwordError === undefined ? await doneOrRefused(this.messages.text(id, visit.by)) : null;
    const isShown = outcome !== null && 'done' in outcome;
    const text: MessageTextView | undefined = isShown ? outcome.done : undefined;
    const problem = outcome !== null && 'problem' in outcome ? outcome.problem : undefined;
    const page = messagePage({ by: visit.by, message, text, asksPassword: !isShown, passwordError, problem });
    return html(page, { status: isShown ? 200 : 422 });
  }

  /** Shows the message's page with a notice, or with the reason for the refusal. */
  private async settle(
    { by, asksPassword }: ConsoleVisit,
    { id, done }: { id: string; done: string },
    work: Promise<unknown>,
  ): Promise<Shown> {
    const outcome = await doneOrRefused(work);
    if ('done' in outcome) return seeOther(`/admin/outbox/${id}?done=${done}`);
    const message = await this.messages.get(id);
    return html(messagePage({ by, message, asksPassword, problem: outcome.problem }), { status: 409 });
  }
}
