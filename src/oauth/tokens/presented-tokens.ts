import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { isSameDigest } from '../../platform/security/secrets.js';
import { readAccessToken, type ReadAccessToken } from './format/access-token.js';
import { TokenKeys } from './format/token-keys.js';
import { RefreshStates } from './refresh-states.js';

const FIND = { name: 'grant-of-token', text: 'SELECT anchor, client_id FROM token_grant WHERE id = $1' };

interface Row {
  readonly anchor: Buffer | null;
  readonly client_id: Long;
}

/** A token of either kind that proved to its grant that it is of it. */
export interface PresentedToken {
  readonly grantId: Long;
  /** The id of the client's record. */
  readonly clientId: Long;
  /** null: it is a refresh token. */
  readonly access: ReadAccessToken | null;
}

/** Finds the grant of a token of either kind, to end it; nothing is judged by a tag alone (D205). */
@Injectable()
export class PresentedTokens {
  constructor(
    private readonly database: Database,
    private readonly keys: TokenKeys,
    private readonly states: RefreshStates,
  ) {}

  /** null: no grant of this server knows it, or nobody can tell whether it was ever issued. */
  async find(plain: string): Promise<PresentedToken | null> {
    const access = readAccessToken(this.keys, plain);
    return access ? this.findAccess(access) : this.findRefresh(plain);
  }

  private async findAccess(access: ReadAccessToken): Promise<PresentedToken | null> {
    const { grantId, anchor } = access;
    const [row] = await this.database.query<Row & Record<string, unknown>>(FIND, [grantId]);
    if (!row?.anchor || !isSameDigest(row.anchor, Buffer.from(anchor, 'hex'))) return null;
    return { grantId, clientId: row.client_id, access };
  }

  private async findRefresh(plain: string): Promise<PresentedToken | null> {
    const state = await this.states.find(plain);
    if (state === null || state.age === 'unknowable') return null;
    return { grantId: state.presented.grantId, clientId: state.client_id, access: null };
  }
}
