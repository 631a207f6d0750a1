import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import {
  rememberBrowser,
  useKnownBrowser,
  type BrowsersBefore,
} from '../accounts/known-browser-statements.js';
import { Notices } from '../notifications/notices.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock, DAY } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import type { Authentication, Method } from './authentication.js';
import { browserOf } from '../sign-ins/user-agent.js';

const NAME = 'hearth-known';
const SECRET = /^[\w-]{43}$/;
/** The longest time that browsers keep a cookie; each sign-in renews it. */
const COOKIE_MS = 400 * DAY;
const MARK_BYTES = 16;

/**
 * Notifies a person of a sign-in on a page from a new browser (D255). A browser gets a random cookie at a sign-in;
 * accounts keep digests of it, which reveal nothing without the cookie, not even that two accounts use one browser.
 */
@Injectable()
export class KnownBrowsers {
  constructor(
    private readonly database: Database,
    private readonly notices: Notices,
    private readonly clock: Clock,
  ) {}

  /** @returns whether anything was changed: the browser is new to the account */
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

  /** A new account's first browser is no news, and a mailed link has a notice of its own (D150). */
  private isTold(
    { isFromBefore, isKnown, isFirst, createdAt }: BrowsersBefore,
    methods: readonly Method[],
  ): boolean {
    if (isKnown || isFromBefore || methods.includes('link')) return false;
    return !isFirst || createdAt.getTime() <= this.clock.millis() - DAY;
  }
}

/** The mark by which an account may know the browser that sends a visit; null: the browser sent no cookie. */
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

/** Returns the secret that the browser keeps, and sets it as a cookie. */
function ensureSecret(visit: Visit): string {
  const name = cookieName(visit);
  const secret = secretIn(visit) ?? randomSecret();
  visit.setCookie(name, secret, { keptMs: COOKIE_MS });
  return secret;
}
