import { Injectable } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { isIPv4 } from 'node:net';
import { AppConfig } from '../../platform/config/app-config.js';
import { senderAddress, senderDomain } from '../../platform/config/mail-from.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { postConfigured } from '../../platform/security/configured-post.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import { Budgets, type TextSpender } from '../../platform/throttle/budgets.js';
import { problemWithTextsTo } from '../accounts/text-reach.js';

/** Time limit of one attempt. */
export const SEND_LIMIT_MS = 20 * SECOND;

/** A permanent refusal: the same message would be refused again. */
export class PermanentRefusal extends Error {}

/** Refused for now, by whoever says how long that is. */
export class SendLater extends Error {
  constructor(
    message: string,
    readonly afterMs: number,
  ) {
    super(message);
  }
}

/** It was not tried: too many text messages were sent already (D368), or the database could not say. */
export class AwaitsBudget extends SendLater {
  constructor(cause: unknown) {
    if (cause instanceof BudgetSpent) {
      const whose = cause.of === 'server' ? 'the server' : `its ${cause.of}`;
      super(`waits: the text messages of ${whose} are spent`, cause.waitMs);
    } else super(`waits: its budgets could not be spent: ${String(cause)}`, 0);
  }
}

interface MailLogo {
  readonly cid: string;
  readonly content: Buffer;
  readonly contentType: string;
  readonly filename: string;
}

export interface Mail {
  /** Unique for the domain of the sender. The same for each attempt, so that a mail server can detect duplicates. */
  readonly id: string;
  readonly to: string;
  /** Beside the address of MAIL_FROM; null: the name there. */
  readonly fromName: string | null;
  /** Shown by the HTML under its cid; null: none. */
  readonly logo: MailLogo | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Of every mail: it was written by a program (RFC 3834), so nobody's absence is told in return; Exchange has a header of its
 * own for that. There is no List-Unsubscribe: none of them is of a list, and nobody can do without them.
 */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** Sends mail by SMTP. */
@Injectable()
export class MailSender {
  private transport: Promise<Transporter> | null = null;

  constructor(private readonly config: AppConfig) {}

  /** Checks that the mail server accepts us: connects, and signs in if configured; sends nothing. @throws Error */
  async verify(): Promise<void> {
    await (await this.connected()).verify();
  }

  /** @throws PermanentRefusal for an address that the server rejects (SMTP 5xx); Error when a retry may succeed */
  async send({ id, fromName, logo, ...mail }: Mail): Promise<void> {
    const transport = await this.connected();
    const attachments = logo === null ? [] : [{ ...logo, contentDisposition: 'inline' as const }];
    const { mailFrom } = this.config;
    const from = fromName === null ? mailFrom : { name: fromName, address: senderAddress(mailFrom) };
    const messageId = `<${id}@${senderDomain(mailFrom)}>`;
    try {
      await transport.sendMail({ messageId, from, attachments, headers: AUTOMATIC, ...mail });
    } catch (cause) {
      const { responseCode, message } = cause as { responseCode?: number; message: string };
      const isFinal = responseCode !== undefined && responseCode >= 550 && responseCode <= 559;
      throw isFinal ? new PermanentRefusal(message) : cause;
    }
  }

  private connected(): Promise<Transporter> {
    const { smtpUrl, publicUrl } = this.config;
    if (smtpUrl === null) throw new Error('SMTP_URL is not set');
    return (this.transport ??= connect(smtpUrl, publicUrl));
  }
}

/** The library is loaded for the first message: a start has no use for it. */
async function connect(url: string, publicUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  // What a mail holds comes along with it: the library reads no file and fetches nothing for it.
  const options = {
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: SEND_LIMIT_MS,
  };
  return createTransport({ url, name: greetingName(publicUrl), ...options });
}

/** What this server calls itself to a mail server, unless SMTP_URL has another `name`: an address stands in brackets. */
function greetingName(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  if (isIPv4(hostname)) return `[${hostname}]`;
  return hostname.startsWith('[') ? `[IPv6:${hostname.slice(1)}` : hostname;
}

/** A text message, and what decides whether it is sent. */
export interface TextMessage {
  /** The same for each attempt, sent as Idempotency-Key. */
  readonly id: string;
  readonly to: string;
  readonly text: string;
  /** When its link ends; null: it is a notice. */
  readonly endsAt: string | null;
  /** At whose cost it is; null: that was settled. */
  readonly by: TextSpender | null;
}

/**
 * Sends text messages by an HTTP gateway: POST {"to", "text"} as JSON, any 2xx is success. All pass here, so that here it is
 * decided what they may cost (D368).
 */
@Injectable()
export class SmsSender {
  constructor(
    private readonly config: AppConfig,
    private readonly budgets: Budgets,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {
    metrics.ask(
      'hearth_text_messages_spent',
      "How much of the server's budget of text messages is spent, from 0 to 1; it comes back evenly over a day (D368).",
      async () => {
        const { spent, size } = await budgets.textsSpent();
        return size === 0 ? 1 : spent / size;
      },
    );
  }

  /** @throws PermanentRefusal, AwaitsBudget, SendLater */
  async send({ id, to, text, endsAt, by }: TextMessage): Promise<void> {
    const { smsGatewayUrl, smsCountries } = this.config;
    if (smsGatewayUrl === null) throw new Error('SMS_GATEWAY_URL is not set');
    const problem = problemWithTextsTo(to, smsCountries);
    if (problem !== null) throw new PermanentRefusal(`the recipient ${problem}`);
    if (endsAt !== null && Date.parse(endsAt) <= this.clock.millis())
      throw new PermanentRefusal('its link ended before it could be sent');
    if (by !== null) await this.pay(by);
    await this.post(smsGatewayUrl, { id, to, text });
    this.metrics.textMessages.inc({ what: endsAt === null ? 'notice' : 'link' });
  }

  private async pay(by: TextSpender): Promise<void> {
    try {
      await this.budgets.spendOnText(by);
    } catch (cause) {
      throw new AwaitsBudget(cause);
    }
  }

  private async post(url: string, { id, to, text }: Pick<TextMessage, 'id' | 'to' | 'text'>): Promise<void> {
    const { status, retryAfterMs } = await postConfigured(url, {
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': id },
      body: JSON.stringify({ to, text }),
      limitMs: SEND_LIMIT_MS,
    });
    if (status >= 200 && status <= 299) return;
    const problem = `the SMS gateway answered ${status}`;
    const isFinal = [400, 404, 410, 422].includes(status);
    throw isFinal ? new PermanentRefusal(problem) : new SendLater(problem, retryAfterMs);
  }
}
