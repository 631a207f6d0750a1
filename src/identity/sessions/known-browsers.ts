import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { rememberBrowser, useKnownBrowser, type BrowsersBefore } from '../accounts/known-browsers.js';
import { Notices } from '../notifications/notices.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock, DAY } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import type { Authentication, Method } from './authentication.js';
import { browserOf } from '../sign-ins/user-agent.js';

const NAME = 'hearth-known';
const SECRET = /^[\w-]{43}$/;
/** Browsers keep none longer; each sign-in begins it anew. */
const COOKIE_MS = 400 * DAY;
const MARK_BYTES = 16;

/**
 * Tells a person of a sign-in on a page from a browser that the account never used (D255). A browser is known by a
 * random cookie that it gets when somebody signed in, and an account by digests of it that say nothing without the
 * cookie, nor that two accounts use one browser.
 */
@Injectable()
export class KnownBrowsers {
  constructor(
    private readonly database: Database,
    private readonly notices: Notices,
    private readonly clock: Clock,
  ) {}

  /** @returns whether something was changed: the browser is new to the account */
  async meet(who: Authentication, visit: Visit): Promise<boolean> {
    const { accountId, methods } = who;
    const secret = ensureSecret(visit);
    const mark = markOf(accountId, secret);
    if (await useKnownBrowser(this.database, accountId, mark)) return false;
    await this.database.transaction(async (tx) => {
      const before = await rememberBrowser(tx, accountId, mark);
      if (before === null || !this.isTold(before, methods)) return;
      await this.notices.add(tx, accountId, { kind: 'newBrowser', browser: browserOf(visit) });
    });
    return true;
  }

  /** A new account's first browser is no news, and what a mailed link did is told by itself (D150). */
  private isTold(
    { isFromBefore, isKnown, isFirst, createdAt }: BrowsersBefore,
    methods: readonly Method[],
  ): boolean {
    if (isKnown || isFromBefore || methods.includes('link')) return false;
    return !isFirst || createdAt.getTime() <= this.clock.millis() - DAY;
  }
}

/** By which an account knows the browser that sends a request; null: it knows none by that. */
export function knownMarkIn(accountId: Long, visit: Visit): Buffer | null {
  const secret = secretIn(visit);
  return secret === null ? null : markOf(accountId, secret);
}

function markOf(accountId: Long, secret: string): Buffer {
  return digestOf(`${accountId} ${secret}`).subarray(0, MARK_BYTES);
}

function secretIn(visit: Visit): string | null {
  const name = cookieName(visit);
  const sent = (visit.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return sent.find(([each, value = '']) => each === name && SECRET.test(value))?.[1] ?? null;
}

function cookieName(visit: Visit): string {
  return visit.isEncrypted ? `__Host-${NAME}` : NAME;
}

/** What the browser keeps; it gets it now if it has none. */
function ensureSecret(visit: Visit): string {
  const name = cookieName(visit);
  const secret = secretIn(visit) ?? randomSecret();
  visit.setCookie(name, secret, { keptMs: COOKIE_MS });
  return secret;
}
