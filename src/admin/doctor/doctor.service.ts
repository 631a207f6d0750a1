import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { hearthCommand } from '../../platform/config/command-line.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { MailSender } from '../../identity/notifications/senders.js';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import { OverviewService } from '../overview/overview.service.js';
import type { NodeView, OutboxNumbersView } from '../overview/overview.view.js';
import { ok, problem, warning, type CheckView } from './check.js';
import { DatabaseChecks } from './database-checks.js';
import { IntakeChecks } from './intake-checks.js';
import { checkProxy } from './request-check.js';
import { checkSettings } from './settings-checks.js';

const STUCK_MS = 10 * MINUTE;

/** Looks at everything that an operator can get wrong, and says what to do. */
@Injectable()
export class Doctor {
  constructor(
    private readonly config: AppConfig,
    private readonly database: DatabaseChecks,
    private readonly intake: IntakeChecks,
    private readonly mails: MailSender,
    private readonly overview: OverviewService,
    private readonly clock: Clock,
  ) {}

  async examine(exchange: Exchange): Promise<CheckView[]> {
    const [database, intake, mail, outbox, nodes] = await Promise.all([
      this.database.run(),
      this.intake.run(),
      this.mail(),
      this.overview.outbox(),
      this.overview.nodes(),
    ]);
    const settings = checkSettings(this.config, this.clock.now());
    return [
      ...[...settings, checkProxy(exchange, this.config), ...intake],
      ...[...database, mail, this.textMessages(), this.outbox(outbox), checkNodes(nodes)],
    ];
  }

  /** Connects and signs in to the mail server; nothing is sent. */
  private async mail(): Promise<CheckView> {
    if (this.config.smtpUrl === null)
      return warning(
        'mail',
        'no SMTP_URL',
        'Set SMTP_URL, or mails wait in the outbox to be passed on by hand.',
      );
    try {
      await this.mails.verify();
      return ok('mail', 'the mail server takes us');
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      return problem(
        'mail',
        `the mail server does not take us: ${reason}`,
        'Correct SMTP_URL, or see to the server.',
      );
    }
  }

  private textMessages(): CheckView {
    if (this.config.smsGatewayUrl !== null)
      return ok('text messages', 'a gateway is set; only sending would try it');
    const advice =
      'Set SMS_GATEWAY_URL if accounts have phone numbers, or they wait in the outbox to be passed on by hand.';
    return warning('text messages', 'no SMS_GATEWAY_URL', advice);
  }

  private outbox({ failed, oldest, waiting }: OutboxNumbersView): CheckView {
    const advice = `See why under /admin/outbox or by: ${hearthCommand('outbox list --state failed')}`;
    if (failed > 0) return warning('outbox', `${failed} messages were given up`, advice);
    const waitsMs = oldest === null ? 0 : this.clock.millis() - oldest.getTime();
    if (waitsMs <= STUCK_MS) return ok('outbox', `${waiting} messages wait`);
    return warning('outbox', `a message has waited since ${oldest?.toISOString()}`, advice);
  }
}

function checkNodes(nodes: readonly NodeView[]): CheckView {
  const alive = nodes.filter(({ isAlive }) => isAlive);
  const versions = [...new Set(alive.map(({ version }) => version))];
  const text = `${alive.length} alive, version ${versions.join(' and ')}`;
  if (versions.length <= 1) return ok('nodes', text);
  return warning('nodes', text, 'Bring all to one version.');
}
