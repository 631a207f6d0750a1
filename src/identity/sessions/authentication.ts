import type { Long } from '../../platform/operations/long.js';

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
  /** The device password that was given; absent: none. */
  readonly devicePassword?: Long | null;
}
