import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { lockAccount } from './account-statements.js';
import { pastSignIns } from '../sign-ins/sign-ins-of.js';
import type { UserAgent } from '../sign-ins/user-agent.js';
import { SHOWN_KINDS, type ShownKind } from '../ways-in/shown-ways.js';

/** What a way in is to people; a kind of the registry may be several of them. */
export const WAY_TYPES = [
  ...['password', 'passkey', 'oneTimeCodes', 'recoveryCodes'],
  ...['email', 'phone', 'login', 'connection', 'externalId'],
  ...['browser', 'webApplication', 'console', 'trustedBrowser'],
  ...['device', 'application', 'consent', 'devicePassword'],
  ...['reset', 'addition', 'confirmation', 'membership', 'invitation', 'recovery', 'sentInvitation'],
] as const;
export type WayType = (typeof WAY_TYPES)[number];

/** A way into an account, as the room that keeps it describes it. Nothing in it opens the account. */
export interface FoundWay {
  /** Unique among the ways in of its kind. */
  readonly id: string;
  readonly type: WayType;
  /** Its name, given by its owner, by the application, or by what it is about; null: its type says enough. */
  readonly name: string | null;
  /** More about it: the application, the family, the device. */
  readonly detail?: string | null;
  /** null: it was there with the account, or the time is unknown. */
  readonly since: Date | null;
  /** null: never, or unknown. */
  readonly lastUsedAt?: Date | null;
  /** The browser that it is in, and roughly where that was. Only browsers of the account's own user have one. */
  readonly agent?: UserAgent | null;
  /** The sign-in in which it was made; null: none of a page, or from before 0.3. */
  readonly signInId?: Long | null;
  /** Since when a remedy keeps it out of use; null: it works. */
  readonly suspendedAt?: Date | null;
  /** The family that it is about. */
  readonly familyId?: Long | null;
  /** false: an administrator ends it in another way. */
  readonly canEnd?: boolean;
}

/** A way in as the list shows it. */
export interface ListedWay extends Required<Omit<FoundWay, 'agent' | 'signInId'>> {
  readonly kind: ShownKind;
  /** The browser that it is in, else the one that it was made in; null: not known. */
  readonly agent: UserAgent | null;
  /** The sign-in in which it was made, with its further proofs; null: on no page, or not known. */
  readonly signInId: Long | null;
  /** When the person who made it signed in, or last proved who they are; null: on no page, or not known. */
  readonly signedInAt: Date | null;
}

/**
 * gone: it does not exist (any more); last: nothing else signs in to the account; settled: only its owner, or a wait,
 * ends it.
 */
export type WayEnd = 'ended' | 'gone' | 'last' | 'settled';

/** Shown of each kind. */
const MOST = 100;

/** A room that keeps ways in of one kind. */
interface WayRoom {
  /** The newest first. */
  readonly of: (accountId: Long) => Promise<readonly FoundWay[]>;
  /**
   * Ends one for someone other than its owner, who is notified as usual, in a transaction that holds the account. Left
   * out: only a remedy ends it.
   * @param id as the caller sent it: unchecked
   */
  readonly end?: (tx: Transaction, accountId: Long, id: string) => Promise<WayEnd>;
}

/**
 * Lists every way into an account that is shown, and ends them, in one place (D325). Rooms above this one keep most of
 * them, so each module registers how its own are read and ended; the server does not start if a registration is
 * missing.
 */
@Injectable()
export class WaysList {
  private readonly rooms = new Map<ShownKind, WayRoom>();

  constructor(private readonly database: Database) {}

  register(kind: ShownKind, room: WayRoom): void {
    this.rooms.set(kind, room);
  }

  async of(accountId: Long): Promise<ListedWay[]> {
    const found: (FoundWay & { readonly kind: ShownKind })[] = [];
    for (const kind of SHOWN_KINDS)
      for (const way of (await this.roomOf(kind).of(accountId)).slice(0, MOST)) found.push({ kind, ...way });
    const ids = found.map(({ signInId = null }) => signInId);
    const signIns = await pastSignIns(this.database.dataSource.manager, accountId, ids);
    return found.map(({ signInId = null, ...way }) => {
      const signIn = signInId === null ? undefined : signIns.get(signInId);
      return {
        detail: null,
        lastUsedAt: null,
        suspendedAt: null,
        familyId: null,
        ...way,
        agent: way.agent ?? signIn?.agent ?? null,
        signInId: signIn?.beganId ?? null,
        signedInAt: signIn?.at ?? null,
        canEnd: this.roomOf(way.kind).end !== undefined && way.canEnd !== false,
      };
    });
  }

  /** Ends a way in, in the caller's transaction, which records it. Locks the account. */
  async end(tx: Transaction, accountId: Long, kind: ShownKind, id: string): Promise<WayEnd> {
    await lockAccount(tx, accountId);
    const { end } = this.roomOf(kind);
    return end === undefined ? 'gone' : end(tx, accountId, id);
  }

  onApplicationBootstrap(): void {
    SHOWN_KINDS.forEach((kind) => this.roomOf(kind));
  }

  private roomOf(kind: ShownKind): WayRoom {
    const room = this.rooms.get(kind);
    if (!room) throw new Error(`no module registers how ways in of the kind ${kind} are listed`);
    return room;
  }
}

/** The outcome of ending a way in, by the number of rows that ended. */
export function endedOf(count: number): WayEnd {
  return count > 0 ? 'ended' : 'gone';
}
