import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { renderMail, renderSms } from './message-texts.js';
import type { MessageKind, OutboxMessage } from './outbox-message.entity.js';
import { Outbox, type LogoutPayload } from './outbox.js';
import { MailSender, SmsSender } from './senders.js';

/** @throws PermanentRefusal, or Error when a retry may succeed */
type LogoutDelivery = (payload: LogoutPayload) => Promise<void>;

type Due = Pick<OutboxMessage, 'id' | 'kind' | 'channel' | 'recipient' | 'locale'> & {
  /** Sealed. */
  readonly payload: Buffer;
};

/**
 * Hands a message to the mail server or the SMS gateway, written out in the recipient's language; one to a program to the
 * room above that registered for it.
 */
@Injectable()
export class MessageDelivery {
  private deliverLogout: LogoutDelivery | null = null;

  constructor(
    private readonly outbox: Outbox,
    private readonly mails: MailSender,
    private readonly sms: SmsSender,
    private readonly config: AppConfig,
  ) {}

  /** Registers how logout tokens are delivered. */
  deliverLogoutsBy(delivery: LogoutDelivery): void {
    this.deliverLogout = delivery;
  }

  /** @throws PermanentRefusal, or Error when a retry may succeed */
  async deliver({ payload: sealed, ...message }: Due): Promise<void> {
    const { id, channel, recipient, locale } = message;
    if (channel === 'backchannel') {
      if (!this.deliverLogout) throw new Error('no module registers how logout tokens are delivered');
      return this.deliverLogout(this.outbox.open<LogoutPayload>(sealed));
    }
    const kind = message.kind as MessageKind;
    const payload = this.outbox.open(sealed);
    if (channel === 'sms') return this.sms.send(id, recipient, renderSms(kind, locale, payload));
    const messageId = `<hearth-${id}@${new URL(this.config.publicUrl).hostname}>`;
    await this.mails.send({ messageId, to: recipient, ...renderMail(kind, locale, payload) });
  }
}
