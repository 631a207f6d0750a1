import { Injectable } from '@nestjs/common';
import type { Long } from '../../platform/operations/long.js';
import { BrandImages } from '../branding/brand-images.js';
import { Brandings } from '../branding/brandings.js';
import { lookOf } from '../../platform/pages/look.js';
import { LOGO_CID } from './mail-sheet.js';
import { renderMail, renderSms } from './message-texts.js';
import type { MessageKind, OutboxMessage } from './outbox-message.entity.js';
import { Outbox, type LogoutPayload, type MessagePayload, type NoticePayload } from './outbox.js';
import { MailSender, SmsSender, type Mail, type TextMessage } from './senders.js';

/** @throws PermanentRefusal; SendLater or another Error when a retry may succeed */
type LogoutDelivery = (payload: LogoutPayload) => Promise<void>;

/** A message that is due, as its row has it. */
export type Due = Pick<OutboxMessage, 'id' | 'kind' | 'channel' | 'recipient' | 'locale' | 'attempts'> & {
  readonly account_id: Long | null;
  /** Sealed. */
  readonly payload: Buffer;
  readonly created_at: Date;
};

/**
 * Hands a message to the mail server or the SMS gateway, rendered in the recipient's language; a message to a program
 * goes to the room above that registered for it.
 */
@Injectable()
export class MessageDelivery {
  private deliverLogout: LogoutDelivery | null = null;

  constructor(
    private readonly outbox: Outbox,
    private readonly mails: MailSender,
    private readonly sms: SmsSender,
    private readonly brandings: Brandings,
    private readonly images: BrandImages,
  ) {}

  /** Registers how logout tokens are delivered. */
  deliverLogoutsBy(delivery: LogoutDelivery): void {
    this.deliverLogout = delivery;
  }

  /**
   * @param along notices, sealed, that are sent with it as one message; @throws PermanentRefusal, or Error when a retry
   *     may succeed
   */
  async deliver({ payload: sealed, ...message }: Due, along: readonly Buffer[] = []): Promise<void> {
    const { id, channel, recipient, locale } = message;
    if (channel === 'backchannel') {
      if (!this.deliverLogout) throw new Error('no module registers how logout tokens are delivered');
      return this.deliverLogout(this.outbox.open<LogoutPayload>(sealed));
    }
    const kind = message.kind as MessageKind;
    const payload = this.outbox.open(sealed);
    const more = along.map((one) => this.outbox.open<NoticePayload>(one));
    if (channel === 'sms') {
      const text = renderSms(kind, locale, payload, more);
      return this.sms.send({ id, to: recipient, text, ...costOf(message, payload) });
    }
    await this.mails.send(await this.mailOf(message, kind, [payload, ...more]));
  }

  /** Renders a mail in the branding of its client. The client's sender name is followed by the server's name. */
  private async mailOf(
    { id, recipient: to, locale, created_at: createdAt }: Omit<Due, 'payload'>,
    kind: MessageKind,
    [payload, ...more]: readonly [MessagePayload, ...NoticePayload[]],
  ): Promise<Mail> {
    await this.brandings.refresh();
    const { site } = this.outbox;
    const look = lookOf('link' in payload ? (payload.clientId ?? null) : null);
    const png = look.logo === null ? null : await this.images.find(look.logo);
    const { senderName, serverName } = look;
    const isOther = senderName !== null && senderName !== lookOf(null).senderName;
    return {
      // Another server may send for the same domain, and this one may be set up anew: the number without the time would
      // repeat.
      id: `hearth-${id}-${createdAt.getTime().toString(36)}`,
      to,
      fromName: isOther ? `${senderName} · ${serverName}` : senderName,
      logo: png && { cid: LOGO_CID, content: png, contentType: 'image/png', filename: 'logo.png' },
      ...renderMail(kind, locale, payload, { look: png ? look : { ...look, logo: null }, site, more }),
    };
  }
}

/**
 * The costs of a text message. Budgets are spent before the first attempt, and only for links: a notice tells owners
 * what was done to their accounts, so spent budgets don't hold it back (D368); its own pace limits it (D336).
 */
function costOf(
  { account_id: accountId, attempts }: Pick<Due, 'account_id' | 'attempts'>,
  payload: MessagePayload,
): Pick<TextMessage, 'endsAt' | 'by'> {
  if (!('link' in payload)) return { endsAt: null, by: null };
  const { familyId = null, clientId = null, textBy = null, endsAt = NEVER } = payload;
  if (textBy === 'paid' || attempts > 1) return { endsAt, by: null };
  const client = clientId === null ? {} : { client: { id: clientId } };
  const address = textBy === null ? {} : { address: textBy.network };
  return { endsAt, by: { accountId: accountId ?? undefined, familyId, ...client, ...address } };
}

/** Messages of earlier versions have no end. */
const NEVER = '9999-12-31T00:00:00.000Z';
