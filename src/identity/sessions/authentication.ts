import type { Long } from '../../platform/operations/long.js';
import type { Rank } from '../ways-in/youth.js';

/**
 * A way in which somebody showed who they are: a password, a one-time code, a recovery code, a passkey with user
 * verification, a mailed link, the word of another identity provider; or a device password, which is worth nothing on pages.
 */
export const METHODS = ['password', 'code', 'recovery', 'passkey', 'link', 'provider', 'device'] as const;
export type Method = (typeof METHODS)[number];

/** Sessions from before methods were recorded were opened by a password. */
export const BEFORE_METHODS: readonly Method[] = ['password'];

/** Who showed who they are, when, and how. */
export interface Authentication {
  readonly accountId: Long;
  readonly at: Date;
  readonly methods: readonly Method[];
  /** Those of them that were shown just now; absent: all. */
  readonly shown?: readonly Method[];
  /** What the mailed link proves that was shown just now; absent: none was. */
  readonly linkRank?: Rank;
  /** The device password that was given; absent: none. */
  readonly devicePassword?: Long | null;
  /** Recognizes the account's own password that was given: nothing is opened by one that was replaced meanwhile. */
  readonly mark?: string | null;
}

/** What one shows first, before a second factor may be asked for. */
export type FirstStep = Pick<Authentication, 'accountId' | 'methods' | 'shown' | 'linkRank' | 'mark'>;

/** How an application signed in: by the account's own password, or by one that was made for a device. */
export function methodOf({ devicePassword }: Pick<Authentication, 'devicePassword'>): Method {
  return devicePassword ? 'device' : 'password';
}

const TWO_IN_ONE: readonly Method[] = ['code', 'recovery', 'passkey'];

/** Whether a second factor is among them; a passkey with user verification is two in one. */
export function hasSecondFactor(methods: readonly Method[]): boolean {
  return methods.some((method) => TWO_IN_ONE.includes(method));
}

/** Where a sign-in leads, as the page decides on which it begins: nothing of it is sent by the browser. */
export interface Onward {
  /** A path of this server. */
  readonly next: string;
  /** A URL of a client to which `next` may redirect at once; forms of pages before it have to allow it. */
  readonly formTarget?: string;
  /** The client in whose look the pages are. */
  readonly lookOf?: Long | null;
}

/** A browser that made the first step of a sign-in: signed in to nobody until the second factor is given. */
export interface PendingSignIn extends Onward {
  readonly accountId: Long;
  /** Milliseconds since the epoch: when the first step was made. */
  readonly at: number;
  readonly methods: readonly Method[];
  /** Recognizes the password of that time: a new one ends what an older one began. */
  readonly mark: string;
}
