import type { Method } from '../../identity/sessions/authentication.js';
import type { Long } from '../../platform/operations/long.js';

/** The sign-in that an id_token is about (OpenID Connect Core §2). */
export interface SignInFacts {
  readonly accountId: Long;
  readonly nonce: string | null;
  /** When the user signed in; null: a partner vouched for the user, or it is not known any more. */
  readonly authTime: Date | null;
  /** How the user signed in. */
  readonly methods: readonly Method[];
  /** The sign-in, as a logout token names it; null: it is none of a browser, or over. */
  readonly sid: string | null;
}
