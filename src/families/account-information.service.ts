import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import type { Caller } from '../contract/caller.js';
import type { Long } from '../contract/long.js';
import { Batch } from '../database/batch.js';
import { Database } from '../database/database.js';
import { ACCOUNT_COLUMNS, ACCOUNT_ITEMS, IN_ORDER, rowsBy, type AccountRow } from './account-rows.js';
import type { AccountInformationView, FamilyView, IdentifierView } from './account-information.view.js';

const FIND = {
  name: 'account-information',
  text: `SELECT a.id, ${ACCOUNT_COLUMNS} FROM account a ${ACCOUNT_ITEMS} WHERE a.id = ANY($1::bigint[]) ${IN_ORDER}`,
};

/** The account information of §2.6. */
@Injectable()
export class AccountInformationService {
  private readonly rows: Batch<Long, readonly AccountRow[] | null>;
  private readonly readAlready = new WeakMap<Caller, readonly AccountRow[]>();

  constructor(
    database: Database,
    private readonly config: AppConfig,
  ) {
    this.rows = new Batch<Long, readonly AccountRow[] | null>(async (accountIds) => {
      const found = rowsBy(
        await database.query<AccountRow & { id: Long }>(FIND, [accountIds]),
        ({ id }) => id,
      );
      return accountIds.map((id) => found.get(id) ?? null);
    });
  }

  /** For the call of the caller alone: what the statement that found its token read along. */
  provide(caller: Caller, rows: readonly AccountRow[]): void {
    this.readAlready.set(caller, rows);
  }

  /** The caller's own; null when the account was deleted since the token was checked, or the caller has none. */
  async findOwn(caller: Caller): Promise<AccountInformationView | null> {
    const { accountId } = caller;
    if (accountId === null) return null;
    const rows = this.readAlready.get(caller);
    return rows ? this.view(accountId, rows) : this.find(accountId);
  }

  async find(accountId: Long): Promise<AccountInformationView | null> {
    const rows = await this.rows.add(accountId);
    return rows && this.view(accountId, rows);
  }

  private view(accountId: Long, rows: readonly AccountRow[]): AccountInformationView {
    const [{ name, last_login_at: lastLogin }] = rows;
    const identifiers: IdentifierView[] = [];
    const families: FamilyView[] = [];
    for (const row of rows) {
      if (row.type !== null) identifiers.push(toIdentifier(row, row.type));
      else if (row.family_name !== null) families.push(toFamily(row, row.family_name, this.config.publicUrl));
    }
    // D29
    return { accountId, identifiers, name, lastLoginDate: lastLogin?.toISOString() ?? '', families };
  }
}

function toIdentifier(
  { item_id: id, value, is_validated: isValidated }: AccountRow,
  type: string,
): IdentifierView {
  return { id: id as Long, type, value, validated: String(isValidated) };
}

function toFamily(row: AccountRow, familyName: string, publicUrl: string): FamilyView {
  const familyId = row.item_id as Long;
  return {
    familyId,
    metaId: `family/${familyId}`, // D28
    familyName,
    pictureURIs: row.picture_key === null ? [] : [`${publicUrl}/pictures/${row.picture_key}.webp`],
    premiumType: String(row.premium_type),
    Calendar_Service: String(row.calendar_service),
    Location_Service: String(row.location_service),
    Autotracking_Service: String(row.autotracking_service),
    Message_Service: String(row.message_service),
    Photo_Service: String(row.photo_service),
    Video_Service: String(row.video_service),
    Audio_Service: String(row.audio_service),
    Task_Service: String(row.task_service),
  };
}
