import { Injectable } from '@nestjs/common';
import { seeOther, type Shown } from '../../platform/operations/shown.js';
import type { Visit } from '../../platform/operations/visit.js';
import { doneIn, textIn } from '../../platform/checks/form.js';
import type { Preferences } from '../../platform/pages/reader.js';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import { Sealer } from '../../platform/security/sealer.js';
import type { NoteFacts } from './note.page.js';

/** Longer than anybody needs to follow a redirect; afterwards the address tells nothing. */
const TOLD_MS = 10 * MINUTE;
export const OUTCOME_PAGE = '/outcome';

/** Notes without facts, which may look the same for everybody: the address has their key. */
const PLAIN: Readonly<Record<string, string>> = {
  'forgotten.sent': 'forgotten.sent',
  'recovery.sent': 'recovery.sent',
};

/** The outcome of a form as a page with nothing but a message tells it. */
export interface Note {
  /** `recovery.stopped`, … */
  readonly key: string;
  readonly facts: Partial<NoteFacts>;
  /** The preferences of the account that it is about; absent: of the browser. */
  readonly reads?: Preferences;
}

interface Content {
  readonly expiresAt: number;
  readonly what: unknown;
}

/**
 * Carries the outcome of a form to the page behind its redirect, so that a reload sends nothing again (D386). It names people
 * and addresses, and nobody could look it up without a session: so it is sealed in the address, and nobody makes one up.
 */
@Injectable()
export class Outcomes {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** The note of this visit to its page. @returns null: there is none */
  noteOf(visit: Visit): Note | null {
    const key = doneIn(visit, PLAIN);
    return key === undefined ? this.find<Note>(visit, OUTCOME_PAGE) : { key, facts: {} };
  }

  /** Redirects to the page that tells a note. @param reads an account, or whatever else has its preferences */
  tell(key: string, facts: Partial<NoteFacts> = {}, reads?: Partial<Preferences> | null): Shown {
    const { name, value, familyName, clientName, ofClient, at } = facts;
    const isPlain = !reads && Object.values(facts).every((fact) => fact === null || fact === undefined);
    if (isPlain && Object.hasOwn(PLAIN, key)) return seeOther(`${OUTCOME_PAGE}?done=${key}`);
    const { locale = null, timeZone = null, countryCode = null } = reads ?? {};
    const note: Note = {
      key,
      facts: { name, value, familyName, clientName, ofClient, at },
      ...(reads && { reads: { locale, timeZone, countryCode } }),
    };
    return this.lead(OUTCOME_PAGE, note);
  }

  /**
   * Redirects to a page that reads there what was done.
   * @param forWhom the account whose page it is; empty: nobody's
   */
  lead(page: string, what: unknown, { forWhom = '', fragment = '' } = {}): Shown {
    const content: Content = { expiresAt: this.clock.millis() + TOLD_MS, what };
    const plain = Buffer.from(JSON.stringify(content));
    const sealed = this.sealer.seal('outcome', plain, contextOf(page, forWhom));
    return seeOther(`${page}?done=${sealed.toString('base64url')}${fragment}`);
  }

  /** @returns null: there is none, it is older than ten minutes, or it is for another page or account */
  find<T>(visit: Visit, page: string, forWhom = ''): T | null {
    const sealed = Buffer.from(textIn(visit.query, 'done'), 'base64url');
    const plain = this.sealer.tryOpen('outcome', sealed, contextOf(page, forWhom));
    if (plain === null) return null;
    const { expiresAt, what } = JSON.parse(plain.toString()) as Content;
    return expiresAt > this.clock.millis() ? (what as T) : null;
  }
}

function contextOf(page: string, forWhom: string): Buffer {
  return Buffer.from(`${page} ${forWhom}`);
}
