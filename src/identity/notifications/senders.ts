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

/** A temporary refusal, with the time to wait. */
export class SendLater extends Error {
  constructor(
    message: string,
    readonly afterMs: number,
  ) {
    super(message);
  }
}

/** The message was not tried: too many text messages were already sent (D368), or the budgets could not be read. */
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
  /** Unique for the domain of the sender. All attempts have the same, so that a mail server can detect duplicates. */
  readonly id: string;
  readonly to: string;
  /** Beside the address of MAIL_FROM; null: the name there. */
  readonly fromName: string | null;
  /** Shown in the HTML by its cid; null: none. */
  readonly logo: MailLogo | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Headers of every mail: a program wrote it (RFC 3834), so nobody answers with an out-of-office reply; Exchange has its
 * own header for that. There is no List-Unsubscribe: the mails belong to no list, and nobody can opt out of them.
 */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** Sends mail by SMTP. */
@Injectable()
export class MailSender {
  private transport: Promise<Transporter> | null = null;

  constructor(private readonly config: AppConfig) {}

  /** Checks that the mail server accepts us: connects, and signs in if configured. Sends nothing. @throws Error */
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

/** Loads the library for the first message, so that the server starts without it. */
async function connect(url: string, publicUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  // Mails contain all they need: the library may read no files and fetch nothing for them.
  const options = {
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: SEND_LIMIT_MS,
  };
  return createTransport({ url, name: greetingName(publicUrl), ...options });
}

/**
 * The name of this server in the greeting of a mail server, unless SMTP_URL has another `name`; an IP address is in
 * brackets.
 */
function greetingName(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  if (isIPv4(hostname)) return `[${hostname}]`;
  return hostname.startsWith('[') ? `[IPv6:${hostname.slice(1)}` : hostname;
}

/** A text message, and what decides whether it is sent. */
export interface TextMessage {
  /** Sent as Idempotency-Key: all attempts have the same. */
  readonly id: string;
  readonly to: string;
  readonly text: string;
  /** When its link ends; null: it is a notice. */
  readonly endsAt: string | null;
  /** The payer; null: budgets were spent already, or none are needed. */
  readonly by: TextSpender | null;
}

/**
 * Sends text messages by an HTTP gateway: POST {"to", "text"} as JSON, any 2xx is success. All text messages pass here,
 * so their costs are limited here (D368).
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
    if (by !== null)
      await this.budgets.spendOnText(by).catch((cause: unknown) => {
        throw new AwaitsBudget(cause);
      });
    await this.post(smsGatewayUrl, { id, to, text });
    this.metrics.textMessages.inc({ what: endsAt === null ? 'notice' : 'link' });
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
