import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { lockAccount } from './account-statements.js';
import { pastSignIns } from '../sign-ins/sign-ins-of.js';
import type { UserAgent } from '../sign-ins/user-agent.js';
import { SHOWN_KINDS, type ShownKind } from '../ways-in/shown.js';

/** What a way in is to people; a kind of the registry may be several of them. */
export const WAY_TYPES = [
  ...['password', 'passkey', 'oneTimeCodes', 'recoveryCodes'],
  ...['email', 'phone', 'login', 'connection', 'externalId'],
  ...['browser', 'webApplication', 'console', 'trustedBrowser'],
  ...['device', 'application', 'consent', 'devicePassword'],
  ...['reset', 'addition', 'confirmation', 'membership', 'invitation', 'recovery', 'sentInvitation'],
] as const;
export type WayType = (typeof WAY_TYPES)[number];

/** A way into an account, as the room that keeps it tells of it. Nothing of it opens anything. */
export interface FoundWay {
  /** Among those of its kind. */
  readonly id: string;
  readonly type: WayType;
  /** What it is called: by its owner, by the application, or by what it is about; null: its type says all. */
  readonly name: string | null;
  /** More about it: the application, the family, the device. */
  readonly detail?: string | null;
  /** null: it was there with the account, or nobody knows. */
  readonly since: Date | null;
  /** null: never, or nobody knows. */
  readonly lastUsedAt?: Date | null;
  /** The browser that it is in, and roughly where that was: of the account's own alone. */
  readonly agent?: UserAgent | null;
  /** The sign-in in which it was made; null: none of a page, or from before 0.3. */
  readonly signInId?: Long | null;
  /** Since when a remedy keeps it out of use; null: it works. */
  readonly suspendedAt?: Date | null;
  /** The family that it is about. */
  readonly familyId?: Long | null;
  /** false: an administrator takes it away by something else. */
  readonly canEnd?: boolean;
}

/** One of the list. */
export interface ListedWay extends Required<Omit<FoundWay, 'agent' | 'signInId'>> {
  readonly kind: ShownKind;
  /** The browser that it is in, else the one that it was made in; null: not known. */
  readonly agent: UserAgent | null;
  /** The sign-in in which it was made, with its further proofs; null: on no page, or not known. */
  readonly signInId: Long | null;
  /** When who made it had signed in, or shown once more who that is; null: as above. */
  readonly signedInAt: Date | null;
}

/** gone: there is none such (any more); last: nothing else signs in to the account; settled: only its owner, or a wait, ends it. */
export type WayEnd = 'ended' | 'gone' | 'last' | 'settled';

/** Shown of each kind. */
const MOST = 100;

/** A room that keeps ways in of one kind. */
interface WayRoom {
  /** The newest first. */
  readonly of: (accountId: Long) => Promise<readonly FoundWay[]>;
  /**
   * Ends one for somebody else than its owner, who is told as of any: in a transaction that holds the account. Left out:
   * nothing but a remedy does.
   * @param id as somebody sent it: anything
   */
  readonly end?: (tx: Transaction, accountId: Long, id: string) => Promise<WayEnd>;
}

/**
 * Every way into an account that is shown, from one place (D325). Rooms above this one keep most of them, so each module
 * registers how its own are read and ended; a server on which one is missing does not start.
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

  /** Ends one in the caller's transaction, which records it. Locks the account. */
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

/** What became of ending one, by how many there were. */
export function endedOf(count: number): WayEnd {
  return count > 0 ? 'ended' : 'gone';
}
