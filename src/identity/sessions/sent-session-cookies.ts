import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_COOKIE, SessionIds } from './session-ids.js';
import { SessionStore } from './session-store.js';

const SENT = new RegExp(`(?:^|;)\\s*${SESSION_COOKIE}=([^;]*)`, 'g');

/** Another server at this host, or at a domain above it, may have a cookie of the same name (D358). */
@Injectable()
export class SentSessionCookies {
  constructor(
    private readonly ids: SessionIds,
    private readonly store: SessionStore,
  ) {}

  /** From here on the request has one: the first that leads to a session, else the first that Hearth signed. */
  async keepOne(headers: IncomingHttpHeaders): Promise<void> {
    const sent = [...(headers.cookie ?? '').matchAll(SENT)].map(([, value]) =>
      value.trim().replace(/^"(.*)"$/, '$1'),
    );
    if (sent.length < 2) return;
    const own = sent.filter((value) => this.ids.isSigned(value));
    if (own.length === 0) return;
    const found = own.length > 1 ? await this.store.firstOf(own.map((value) => this.ids.digestOf(value))) : 0;
    const others = headers.cookie?.replaceAll(SENT, '').replace(/^;\s*/, '');
    headers.cookie = [`${SESSION_COOKIE}=${own[Math.max(found, 0)]}`, others].filter(Boolean).join('; ');
  }
}
