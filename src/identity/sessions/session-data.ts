import type { Long } from '../../platform/operations/long.js';
import type { WithSession } from '../../platform/operations/browser-session.js';
import type { KeepingProof } from '../accounts/deletion-pending.js';
import type { Rank } from '../ways-in/youth.js';
import type { Method, PendingSignIn } from './authentication.js';
import type { UserAgent } from '../sign-ins/user-agent.js';

/** The data of a session. */
export interface SessionData {
  accountId?: Long;
  /** Milliseconds since the epoch: when the password was entered. */
  signedInAt?: number;
  /** Milliseconds since the epoch: when the person last proved again who they are, since the sign-in. */
  provenAt?: number;
  /** Milliseconds since the epoch: when each method was shown last; absent: a node from before 0.3 wrote it. */
  proofs?: Partial<Record<Method, number>>;
  /**
   * The number of the last sign-in or further proof on a page, which ways in that are made in it keep (D337); absent:
   * it is from before 0.3.
   */
  signIn?: Long;
  /** What the mailed link of the sign-in proves; absent: no more than a password, or there was none. */
  linkRank?: Rank;
  /** The number of the sign-in that began the session's proofs. */
  signInBegan?: Long;
  /** Names the sign-in to clients (OpenID Connect Back-Channel Logout); worth nothing by itself. */
  sid?: string;
  /** The methods of the sign-in; absent: a password, from before this was recorded. */
  methods?: readonly Method[];
  /** The device password that opened it; the session ends with it. */
  devicePassword?: Long;
  /** What the browser called itself at the sign-in, and roughly where it was. */
  agent?: UserAgent;
  /** It is signed in to no account, but its user proved to own this one, which is about to be deleted (D237). */
  keeps?: KeepingProof & { at: number };
  /** The first step of a sign-in was made, the second not yet: it opens nothing. */
  pending?: PendingSignIn;
  /** Opened by the form of the web flow (§3.4). */
  isWebFlow?: true;
  /** Opened by a call of the interface (§4.3); neither this nor `isWebFlow`: on a page. */
  isOfCalls?: true;
  /** Written beside `isOfCalls` for nodes of 0.2, whose pages take a session without it. To be removed after 0.3. */
  isForCallsAlone?: true;
  /** The client that validated it: stored in a separate column, which only the validation writes. */
  clientId?: Long;
}

/** Returns the data of a request's session; empty if none was loaded. */
export function sessionDataOf({ session }: WithSession): SessionData {
  return session?.data ?? {};
}

/** Whether it was opened on a page: neither by a call nor by the form of the web flow, whose sessions open no page (D319). */
export function isOfPages({ isOfCalls, isWebFlow }: SessionData): boolean {
  return !isOfCalls && !isWebFlow;
}
