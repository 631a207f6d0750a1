/** The acts that take access away from an account. */
export const REMEDIES = {
  replacePassword: 'New password: "Someone else may know the old password", or by a mailed link',
  rotatePassword: 'New password: "I just want a new one"',
  signOutOthers: 'Sign out everywhere else',
  signOutOne: 'Sign out one browser',
  disownSignIn: '"I don\'t recognize this sign-in"',
  stopAddition: '"This wasn\'t me", by a link in a message',
  addFactor: 'Codes set up, or the first passkey added',
  close: 'Account disabled, or on hold',
  askDeletion: 'Deletion requested by its user',
  secure: 'Account secured by an administrator',
  giveRole: 'Role in the administration given',
  removeRole: 'Role in the administration removed',
  remove: 'Account deleted',
} as const;
export type Remedy = keyof typeof REMEDIES;

/**
 * What a remedy does to a way in.
 * - ends: for good.
 * - endsOthers: ends all but those of the browser that the remedy came from, if it spares one.
 * - endsWeaker: ends what proves no more about a person than the remedy's own proof.
 * - endsYoung: ends what was made in the last 30 days, unless by a stronger proof than the remedy's.
 * - suspendsYoung: suspends what was made in the last 30 days, unless by a stronger proof than the remedy's. Its owner
 *   may take it back within 30 days.
 * - endsOfIt, suspendsOfIt: ends what was made in the sign-in that the remedy is about, or suspends what of that is
 *   young.
 * - itself: the remedy is about this way in, and its caller ends it.
 * - replaced: the remedy brings a new one.
 * - paused: it does not work while the account is closed.
 * - deleted: the database deletes it with the account.
 * - stays: it works on.
 */
export type Effect = Acting | 'itself' | 'replaced' | 'paused' | 'deleted' | 'stays';

/** The effects that `Remedies` applies: whether only on young ways in, and whether only on those of one sign-in. */
export const ACTING = {
  ends: { young: false, ofIt: false },
  endsOthers: { young: false, ofIt: false },
  endsWeaker: { young: false, ofIt: false },
  endsYoung: { young: true, ofIt: false },
  suspendsYoung: { young: true, ofIt: false },
  endsOfIt: { young: false, ofIt: true },
  suspendsOfIt: { young: true, ofIt: true },
} as const;
type Acting = keyof typeof ACTING;

/** The effects on a way in that only depends on the account's status. */
export const KEPT = {
  replacePassword: 'stays',
  rotatePassword: 'stays',
  signOutOthers: 'stays',
  signOutOne: 'stays',
  disownSignIn: 'stays',
  stopAddition: 'stays',
  addFactor: 'stays',
  close: 'paused',
  askDeletion: 'paused',
  secure: 'paused',
  giveRole: 'stays',
  removeRole: 'stays',
  remove: 'deleted',
} as const satisfies Readonly<Record<Remedy, Effect>>;

export function isActing(effect: Effect): effect is Acting {
  return effect in ACTING;
}
