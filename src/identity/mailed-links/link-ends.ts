import type { Remedy } from '../ways-in/effects.js';

/**
 * What ends a link before its own time: it was used; a newer one replaced it; the sender withdrew it; the recipient
 * declined it; a new password; its address was removed; the sender's role no longer allows it; an administrator secured
 * the account; the account was closed.
 */
export const LINK_ENDS = [
  'used',
  'replaced',
  'withdrawn',
  'declined',
  'password',
  'removed',
  'role',
  'secured',
  'account',
] as const;
export type LinkEnd = (typeof LINK_ENDS)[number];

/** The end of a link for each remedy that ends it. */
export const ENDED_BY: Readonly<Record<Remedy, LinkEnd>> = {
  replacePassword: 'password',
  rotatePassword: 'password',
  signOutOthers: 'withdrawn',
  signOutOne: 'withdrawn',
  disownSignIn: 'withdrawn',
  stopAddition: 'withdrawn',
  addFactor: 'withdrawn',
  close: 'account',
  askDeletion: 'account',
  secure: 'secured',
  giveRole: 'role',
  removeRole: 'role',
  remove: 'account',
};
