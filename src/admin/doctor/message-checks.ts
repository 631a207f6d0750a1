import { Injectable } from '@nestjs/common';
import { MailSender } from '../../identity/notifications/senders.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { hearthCommand } from '../../platform/config/command-line.js';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import { ServerFigures } from '../overview/server-figures.js';
import type { OutboxNumbersView } from '../overview/overview.view.js';
import { amount } from '../shell/amount.js';
import { ok, problem, warning, type CheckView } from './check.view.js';

const STUCK_MS = 10 * MINUTE;
/** The threshold of the alarm. */
const TEXTS_SPENT_TOO_FAR = 0.8;

/** Whether messages to users are sent. */
@Injectable()
export class MessageChecks {
  constructor(
    private readonly config: AppConfig,
    private readonly mails: MailSender,
    private readonly server: ServerFigures,
    private readonly clock: Clock,
    private readonly budgets: Budgets,
  ) {}

  async run(): Promise<CheckView[]> {
    const [mail, outbox] = await Promise.all([this.mail(), this.server.outbox()]);
    return [mail, await this.textMessages(), this.outbox(outbox)];
  }

  /** Connects and authenticates to the mail server, without sending anything. */
  private async mail(): Promise<CheckView> {
    if (this.config.smtpUrl === null)
      return warning(
        'mail',
        'SMTP_URL is not set',
        'Set SMTP_URL. Without it, mails stay in the outbox and have to be delivered by hand.',
      );
    try {
      await this.mails.verify();
      return ok('mail', 'the mail server accepts the connection');
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      return problem(
        'mail',
        `the mail server refuses the connection: ${reason}`,
        'Correct SMTP_URL, or check the mail server.',
      );
    }
  }

  /** The budget refills evenly over a day. */
  private async textMessages(): Promise<CheckView> {
    if (this.config.smsGatewayUrl !== null) return this.textBudget(await this.budgets.textsSpent());
    const advice =
      'Set SMS_GATEWAY_URL if accounts have phone numbers. Without it, text messages stay in the outbox and have to be delivered by hand.';
    return warning('text messages', 'SMS_GATEWAY_URL is not set', advice);
  }

  private textBudget({ spent, size }: { spent: number; size: number }): CheckView {
    const detail = `a gateway is set; it can only be tested by sending. ${amount(spent, 'text message')} of ${size} of the server's budget spent`;
    if (spent < size * TEXTS_SPENT_TOO_FAR) return ok('text messages', detail);
    const advice = `Find out who asks for them: ${hearthCommand('audit list --action budget.spent')}. If they are wanted, raise SMS_PER_SERVER.`;
    return warning('text messages', detail, advice);
  }

  private outbox({ failed, oldest, waiting }: OutboxNumbersView): CheckView {
    const advice = `For the reasons see /admin/outbox, or run: ${hearthCommand('outbox list --state failed')}`;
    if (failed > 0) return warning('outbox', `${amount(failed, 'message')} failed`, advice);
    const waitsMs = oldest === null ? 0 : this.clock.millis() - oldest.getTime();
    if (waitsMs <= STUCK_MS) return ok('outbox', `${amount(waiting, 'message')} waiting`);
    return warning('outbox', `a message has been waiting since ${oldest?.toISOString()}`, advice);
  }
}
