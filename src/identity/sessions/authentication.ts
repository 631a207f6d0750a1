import type { Long } from '../../platform/operations/long.js';
import type { Rank } from '../ways-in/youth.js';

/**
 * The ways to prove an identity: a password, a one-time code, a recovery code, a passkey with user verification, a
 * mailed link, another identity provider's assertion; or a device password, which proves nothing on pages.
 */
export const METHODS = ['password', 'code', 'recovery', 'passkey', 'link', 'provider', 'device'] as const;
export type Method = (typeof METHODS)[number];

/** Sessions from before methods were recorded were opened by a password. */
export const BEFORE_METHODS: readonly Method[] = ['password'];

/** A proof of who signs in: the account, the time and the methods. */
export interface Authentication {
  readonly accountId: Long;
  readonly at: Date;
  readonly methods: readonly Method[];
  /** The methods that were shown just now; absent: all. */
  readonly shown?: readonly Method[];
  /** What the mailed link proves that was used just now; absent: none was. */
  readonly linkRank?: Rank;
  /** The device password that was given; absent: none. */
  readonly devicePassword?: Long | null;
  /** Recognizes the account's own password that was given: a password that was replaced meanwhile opens nothing. */
  readonly mark?: string | null;
}

/** The first step of a sign-in, before a second factor may be asked for. */
export type FirstStep = Pick<Authentication, 'accountId' | 'methods' | 'shown' | 'linkRank' | 'mark'>;

/** The method by which an application signed in: the account's own password, or one that was made for a device. */
export function methodOf({ devicePassword }: Pick<Authentication, 'devicePassword'>): Method {
  return devicePassword ? 'device' : 'password';
}

const TWO_IN_ONE: readonly Method[] = ['code', 'recovery', 'passkey'];

/** Whether the methods include a second factor; a passkey with user verification is two in one. */
export function hasSecondFactor(methods: readonly Method[]): boolean {
  return methods.some((method) => TWO_IN_ONE.includes(method));
}

/** Where a sign-in leads, as the page on which it begins decides: the browser sends none of it. */
export interface Onward {
  /** A path of this server. */
  readonly next: string;
  /** A URL of a client to which `next` may redirect at once; forms of pages before it have to allow it. */
  readonly formTarget?: string;
  /** The client in whose look the pages are. */
  readonly lookOf?: Long | null;
}

/** A sign-in between its two steps: the browser is signed in to no account until the second factor is given. */
export interface PendingSignIn extends Onward {
  readonly accountId: Long;
  /** Milliseconds since the epoch: when the first step was made. */
  readonly at: number;
  readonly methods: readonly Method[];
  /** Recognizes the password of that time: a new password ends a sign-in that an older one began. */
  readonly mark: string;
}
