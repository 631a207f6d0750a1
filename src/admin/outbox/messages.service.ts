import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, LessThan, MoreThan, Not, Repository, type FindOptionsWhere } from 'typeorm';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { isLong } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { followUp } from '../../platform/errors/outcome.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { lookOf } from '../../platform/pages/look.js';
import { readableEmail } from '../../identity/accounts/email-address.js';
import { renderMail } from '../../identity/notifications/message-texts.js';
import { OutboxMessage } from '../../identity/notifications/outbox-message.entity.js';
import { Outbox } from '../../identity/notifications/outbox.js';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import type { Administrator } from '../shell/access/administrator.js';
import { doneBy } from '../shell/actor-of.js';
import { conflict } from '../shell/record-problems.js';
import { keyIn, PAGE_LIMIT, pageOf, wrongCursor, type ListPage } from '../shell/paging.js';
import type { MessageQuery, MessageState, MessageTextView, MessageView } from './messages.view.js';

/**
 * The condition of each state. Each state has its own index, which finds a few failed messages among a million.
 */
const IS_IN: Readonly<Record<MessageState, FindOptionsWhere<OutboxMessage>>> = {
  waiting: { nextAt: Not(IsNull()) },
  failed: { sentAt: IsNull(), nextAt: IsNull(), lastError: Not(IsNull()) },
  handover: { sentAt: IsNull(), nextAt: IsNull(), lastError: IsNull() },
  sent: { sentAt: Not(IsNull()) },
};
/** How long an attempt may be in progress; a second one at the same time would send the message twice. */
const SOON_MS = MINUTE;

type Row = Omit<MessageView, 'state'>;

/** Lists, shows and retries the messages of the outbox. */
@Injectable()
export class Messages {
  constructor(
    private readonly database: Database,
    @InjectRepository(OutboxMessage) private readonly messages: Repository<OutboxMessage>,
    private readonly outbox: Outbox,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Lists messages, newest first. */
  async list({ state, account, after, limit = PAGE_LIMIT }: MessageQuery): Promise<ListPage<MessageView>> {
    const [last = null] = keyIn(after, 1) ?? [];
    if (last !== null && !isLong(last)) throw wrongCursor();
    const found = await this.messages.find({
      where: {
        ...(state !== undefined && IS_IN[state]),
        ...(account !== undefined && { accountId: account }),
        ...(last !== null && { id: LessThan(last) }),
      },
      order: { id: 'DESC' },
      take: limit + 1,
    });
    return pageOf(found.map(toView), limit, ({ id }) => [id]);
  }

  /** @throws ProblemError notFound */
  async get(id: string): Promise<MessageView> {
    return toView(await this.find(id));
  }

  /**
   * Returns the text of a message, to be delivered by hand. Its link gives access to an account, so reading it is audited.
   * @throws ProblemError notFound; conflict after it was sent
   */
  async text(id: string, by: Administrator): Promise<MessageTextView> {
    const { kind, locale, payload } = await this.find(id);
    if (kind === 'logout') throw conflict('The message is for a program; it has no text.');
    if (!payload) throw conflict('The message was sent; its text is no longer stored.');
    await this.audit.record(doneBy(by, 'outbox.shown', `message:${id}`));
    const { site } = this.outbox;
    const { subject, text } = renderMail(kind, locale, this.outbox.open(payload), {
      look: lookOf(null),
      site,
    });
    return { subject, text };
  }

  /** Retries now. @throws ProblemError notFound; conflict if it was sent, or if no way to send it is configured */
  async retry(id: string, by: Administrator): Promise<MessageView> {
    const { sentAt, channel } = await this.find(id);
    if (sentAt) throw conflict('The message was already sent.');
    if (!this.outbox.hasSender(channel)) throw conflict(NO_SENDER[channel]);
    const now = this.clock.millis();
    await this.database.transaction(async (tx) => {
      const unsent = { id, sentAt: IsNull() };
      const later = { ...unsent, nextAt: MoreThan(new Date(now + SOON_MS)) };
      const criteria = [{ ...unsent, nextAt: IsNull() }, later];
      const { affected } = await tx.update(OutboxMessage, criteria, { nextAt: new Date(now) });
      if (affected === 0) return;
      this.outbox.sendAfter(tx);
      await this.audit.record(doneBy(by, 'outbox.retried', `message:${id}`), tx);
    });
    return followUp(this.get(id));
  }

  /** Marks a message as delivered by hand. @throws ProblemError notFound; conflict if it was sent or will be retried */
  async passOn(id: string, by: Administrator): Promise<MessageView> {
    const { sentAt } = await this.find(id);
    if (sentAt) throw conflict('The message was already sent.');
    await this.database.transaction(async (tx) => {
      // Marks it as sent and deletes its text. A message that is retried automatically stays as it is.
      const sent = { sentAt: this.clock.now(), payload: null };
      const { affected } = await tx.update(OutboxMessage, { id, sentAt: IsNull(), nextAt: IsNull() }, sent);
      if (affected === 0) throw conflict('The message is retried automatically.');
      await this.audit.record(doneBy(by, 'outbox.passed_on', `message:${id}`), tx);
    });
    return followUp(this.get(id));
  }

  private async find(id: string): Promise<OutboxMessage> {
    const message = isLong(id) ? await this.messages.findOneBy({ id }) : null;
    if (!message) throw notFound(`message ${JSON.stringify(id)}`);
    return message;
  }
}

const NO_SENDER = {
  email: 'No mail server is configured. Set SMTP_URL, or deliver the message yourself.',
  sms: 'No gateway for text messages is configured. Set SMS_GATEWAY_URL, or deliver the message yourself.',
  handover: 'The account has no address to send it to. Deliver the message yourself.',
  backchannel: 'Nothing sends it.',
} as const;

function toView(row: Row): MessageView {
  const { id, kind, channel, recipient, accountId, locale, createdAt, attempts, nextAt, sentAt, lastError } =
    row;
  const state = stateOf(row);
  return {
    ...{ id, state, kind, channel, recipient: readableEmail(recipient), accountId, locale },
    ...{ createdAt, attempts, nextAt, sentAt, lastError },
  };
}

function stateOf({ sentAt, nextAt, lastError }: Row): MessageState {
  if (sentAt) return 'sent';
  if (nextAt) return 'waiting';
  return lastError === null ? 'handover' : 'failed';
}
