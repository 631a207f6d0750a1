import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppConfig } from '../../platform/config/app-config.js';
import { Clock, DAY, MINUTE } from '../../platform/security/clock.js';
import { OutsideFetchError } from '../../platform/security/outside-fetch.js';
import { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import { hostOfDocument, isListed, isWelcome, problemWithDocumentUrl } from '../clients/document-url.js';
import { DocumentProblem, readDocument, type ClientDocument } from './client-document.js';
import { DocumentRefused } from './document-refused.js';
import { DocumentSource } from './document-source.js';
import { keptForMs } from './kept-for.js';

/** Documents in memory: 5 KiB each at most, as their hosts wrote them. */
const MOST_KEPT = 1000;
/** Fetches at a time, each for five seconds at most. */
const MOST_AT_ONCE = 50;
/** A problem is told for a minute before the host is asked again. */
const PROBLEM_MS = MINUTE;
/** A document whose host does not answer is kept no longer. */
const SILENCE_MS = 7 * DAY;
const TOO_MANY_REQUESTS = 429;

interface Kept {
  readonly document: ClientDocument;
  readonly fetchedAt: number;
  /** Until then its host is not asked. */
  readonly until: number;
}

interface Refused {
  readonly refusal: DocumentRefused;
  readonly until: number;
}

/**
 * The documents of clients that nobody registered, in the memory of this node (D426): good ones as long as their
 * headers say, and while their host does not answer; problems for a minute. Each URL is fetched once at a time.
 */
@Injectable()
export class ClientDocuments {
  private readonly kept = new LRUCache<string, Kept>({ max: MOST_KEPT });
  private readonly refused = new LRUCache<string, Refused>({ max: MOST_KEPT });
  private readonly running = new Map<string, Promise<ClientDocument>>();

  constructor(
    private readonly source: DocumentSource,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /**
   * @param address the caller's: a fetch is charged to its network, and to the host
   * @throws DocumentRefused, BudgetSpent
   */
  async find(clientId: string, address: string): Promise<ClientDocument> {
    const problem = problemWithDocumentUrl(clientId);
    if (problem !== null) throw new DocumentRefused(`client_id ${problem}.`);
    if (!isWelcome(this.config.unregisteredClients, hostOfDocument(clientId)))
      throw new DocumentRefused('client_id: applications of this host have to be registered here.');
    const now = this.clock.millis();
    const kept = this.kept.get(clientId);
    if (kept && now < kept.until) return kept.document;
    const refused = this.refused.get(clientId);
    if (refused && now < refused.until) throw refused.refusal;
    const running = this.running.get(clientId) ?? this.begin(clientId, address);
    return running;
  }

  private begin(clientId: string, address: string): Promise<ClientDocument> {
    const fetching = this.renew(clientId, address).finally(() => this.running.delete(clientId));
    this.running.set(clientId, fetching);
    return fetching;
  }

  private async renew(clientId: string, address: string): Promise<ClientDocument> {
    try {
      if (this.running.size >= MOST_AT_ONCE)
        throw new DocumentRefused('Too many documents are being fetched. Try again in a moment.');
      await this.budgets.spend('clientDocuments', { address, host: hostOfDocument(clientId) });
      return await this.fetch(clientId);
    } catch (cause) {
      const known = isOfTheMoment(cause) ? this.stillKept(clientId) : null;
      if (known !== null) return known;
      this.kept.delete(clientId);
      if (!(cause instanceof OutsideFetchError || cause instanceof DocumentProblem)) throw cause;
      const refusal = refusalOf(cause);
      this.refused.set(clientId, { refusal, until: this.clock.millis() + PROBLEM_MS });
      throw refusal;
    }
  }

  private async fetch(clientId: string): Promise<ClientDocument> {
    const { text, headers } = await this.source.fetch(clientId);
    const host = hostOfDocument(clientId);
    const document = await readDocument(clientId, text, isListed(this.config.unregisteredClients, host));
    const now = this.clock.now();
    const fetchedAt = now.getTime();
    this.kept.set(clientId, { document, fetchedAt, until: fetchedAt + keptForMs(headers, now) });
    return document;
  }

  /** The document as it was last fetched; its host is asked again in a minute. */
  private stillKept(clientId: string): ClientDocument | null {
    const kept = this.kept.get(clientId);
    const now = this.clock.millis();
    if (!kept || now > kept.fetchedAt + SILENCE_MS) return null;
    this.kept.set(clientId, { ...kept, until: now + PROBLEM_MS });
    return kept.document;
  }
}

/** Whether it says nothing about the document: its host does not answer, or is not asked. */
function isOfTheMoment(cause: unknown): boolean {
  if (cause instanceof OutsideFetchError)
    return cause.status === undefined || cause.status >= 500 || cause.status === TOO_MANY_REQUESTS;
  return cause instanceof BudgetSpent || cause instanceof DocumentRefused;
}

/** Strangers learn what a host answered, not what its name leads to, or whether anything listens there. */
function refusalOf(cause: OutsideFetchError | DocumentProblem): DocumentRefused {
  if (cause instanceof DocumentProblem)
    return new DocumentRefused(`The document of client_id ${cause.message}.`);
  const failed = 'The document of client_id could not be fetched';
  const why = `${failed}: ${cause.message}.`;
  return new DocumentRefused(cause.status === undefined ? `${failed}.` : why, why);
}
