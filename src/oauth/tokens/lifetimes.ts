import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import { DAY, SECOND } from '../../platform/security/clock.js';
import type { TokenType } from './token-grant.entity.js';

/** D68: a strict client's refresh token ends after 90 days unused, and a year after the grant at the latest. */
const STRICT_UNUSED_MS = 90 * DAY;
const STRICT_TOTAL_MS = 365 * DAY;

/** Lifetimes of tokens: from the client's record, else from the settings (D48). All in milliseconds. */
@Injectable()
export class Lifetimes {
  constructor(private readonly config: AppConfig) {}

  access(client: CallerClient, tokenType: TokenType): number {
    const { bearerLifetimeSeconds, macLifetimeSeconds } = this.config;
    const usual = tokenType === 'mac' ? macLifetimeSeconds : bearerLifetimeSeconds;
    return (client.accessLifetimeSeconds ?? usual) * SECOND;
  }

  /** Lifetime of a grant that is used now: its refresh token lives at least as long as the access token beside it. */
  grant(client: CallerClient, tokenType: TokenType): number {
    return Math.max(this.access(client, tokenType), this.refresh(client));
  }

  private refresh(client: CallerClient): number {
    const usual = (client.refreshLifetimeSeconds ?? this.config.refreshLifetimeSeconds) * SECOND;
    return client.profile === 'strict' ? Math.min(usual, STRICT_UNUSED_MS) : usual;
  }
}

/**
 * Limits that apply to a refresh token whatever lifetime it was issued with: how long it may go unused, and how long
 * after the grant it still works; null: none.
 */
export function refreshLimits({ profile }: CallerClient): {
  totalSeconds: number | null;
  unusedSeconds: number | null;
} {
  if (profile !== 'strict') return { totalSeconds: null, unusedSeconds: null };
  return { totalSeconds: STRICT_TOTAL_MS / SECOND, unusedSeconds: STRICT_UNUSED_MS / SECOND };
}
