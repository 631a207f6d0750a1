import type { LinkKind } from '../notifications/outbox-message.entity.js';
import { DAY, MINUTE } from '../../platform/security/clock.js';

/**
 * Links in notices, which have no message of their own (D341). One stops what was added, and the sign-in that added it;
 * the other puts a removed address back, and stops the sign-in that removed it.
 */
export const STOPPING_KINDS = ['disown', 'putBack'] as const;
export type StoppingKind = (typeof STOPPING_KINDS)[number];
export type AnyLinkKind = LinkKind | StoppingKind;

/** The page of each kind of link, and its lifetime (D24, D105, D106, D156, D159). */
export const LINK_PAGES: Readonly<Record<AnyLinkKind, { path: string; lifetimeMs: number }>> = {
  invitation: { path: '/invitation', lifetimeMs: 7 * DAY },
  confirmation: { path: '/proposal', lifetimeMs: 7 * DAY },
  membership: { path: '/proposal', lifetimeMs: 7 * DAY },
  addition: { path: '/invitation', lifetimeMs: 7 * DAY },
  // Longer than the wait: the hand-over's own record says when that ends.
  handOver: { path: '/hand-over', lifetimeMs: 4 * DAY },
  reset: { path: '/reset', lifetimeMs: 60 * MINUTE },
  // Longer than a recovery can take: its own record says from when and until when the link works.
  recovery: { path: '/lost-factor', lifetimeMs: 15 * DAY },
  disown: { path: '/not-me', lifetimeMs: 14 * DAY },
  putBack: { path: '/not-me', lifetimeMs: 14 * DAY },
};

/** Links that work for an account on hold, so that its owner gets back in (D328). */
export const HELPS_HELD: readonly LinkKind[] = ['reset', 'recovery'];

/** Links that work for an account that is about to be deleted, so that its owner can keep it (D378). */
export const HELPS_LEAVING: readonly LinkKind[] = ['reset'];

/** Returns when a link that is made at that time expires. */
export function endOfLink(kind: AnyLinkKind, from: Date): Date {
  return new Date(from.getTime() + LINK_PAGES[kind].lifetimeMs);
}
