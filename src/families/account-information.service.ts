import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import type { Caller } from '../contract/caller.js';
import type { Long } from '../contract/long.js';
import { Batch } from '../database/batch.js';
import { Database } from '../database/database.js';
import type { AccountInformationView, FamilyView, IdentifierView } from './account-information.view.js';

/** Of an account `a`; its lists as arrays of arrays: half the cost of json_build_object per element. */
export const ACCOUNT_COLUMNS = `a.name, a.last_login_at,
                (SELECT json_agg(json_build_array(i.id::text, i.type, i.value, i.is_validated) ORDER BY i.id)
                   FROM account_identifier i WHERE i.account_id = a.id) AS identifiers,
                (SELECT json_agg(json_build_array(f.id::text, f.name, f.picture_key, f.premium_type, f.calendar_service,
                           f.location_service, f.autotracking_service, f.message_service, f.photo_service,
                           f.video_service, f.audio_service, f.task_service) ORDER BY f.id)
                   FROM family_member m JOIN family f ON f.id = m.family_id WHERE m.account_id = a.id) AS families`;
const FIND = {
  name: 'account-information',
  text: `SELECT a.id, ${ACCOUNT_COLUMNS} FROM account a WHERE a.id = ANY($1::bigint[])`,
};

type IdentifierRow = [id: string, type: string, value: string, isValidated: boolean];
type FamilyRow = [
  id: string,
  name: string,
  pictureKey: string | null,
  premiumType: number,
  ...services: boolean[],
];

/** What ACCOUNT_COLUMNS select. */
export interface AccountColumns {
  name: string;
  last_login_at: Date | null;
  identifiers: IdentifierRow[] | null;
  families: FamilyRow[] | null;
}

/** The account information of §2.6. */
@Injectable()
export class AccountInformationService {
  private readonly rows: Batch<Long, AccountColumns | null>;
  private readonly readAlready = new WeakMap<Caller, AccountColumns>();

  constructor(
    database: Database,
    private readonly config: AppConfig,
  ) {
    this.rows = new Batch(async (accountIds) => {
      const found = await database.query<AccountColumns & { id: Long }>(FIND, [accountIds]);
      const byId = new Map<Long, AccountColumns>(found.map((row) => [row.id, row]));
      return accountIds.map((id) => byId.get(id) ?? null);
    });
  }

  /** For the call of the caller alone: what the statement that found its token read along. */
  provide(caller: Caller, columns: AccountColumns): void {
    this.readAlready.set(caller, columns);
  }

  /** The caller's own; null when the account was deleted since the token was checked, or the caller has none. */
  async findOwn(caller: Caller): Promise<AccountInformationView | null> {
    const { accountId } = caller;
    if (accountId === null) return null;
    const columns = this.readAlready.get(caller);
    return columns ? this.view(accountId, columns) : this.find(accountId);
  }

  async find(accountId: Long): Promise<AccountInformationView | null> {
    const row = await this.rows.add(accountId);
    return row && this.view(accountId, row);
  }

  private view(accountId: Long, row: AccountColumns): AccountInformationView {
    return {
      accountId,
      identifiers: (row.identifiers ?? []).map(toIdentifier),
      name: row.name,
      lastLoginDate: row.last_login_at?.toISOString() ?? '', // D29
      families: (row.families ?? []).map((family) => toFamily(family, this.config.publicUrl)),
    };
  }
}

function toIdentifier([id, type, value, isValidated]: IdentifierRow): IdentifierView {
  return { id, type, value, validated: String(isValidated) };
}

function toFamily(
  [id, name, pictureKey, premiumType, ...services]: FamilyRow,
  publicUrl: string,
): FamilyView {
  const [calendar, location, autotracking, message, photo, video, audio, task] = services.map(String);
  return {
    familyId: id,
    metaId: `family/${id}`, // D28
    familyName: name,
    pictureURIs: pictureKey === null ? [] : [`${publicUrl}/pictures/${pictureKey}.webp`],
    premiumType: String(premiumType),
    Calendar_Service: calendar,
    Location_Service: location,
    Autotracking_Service: autotracking,
    Message_Service: message,
    Photo_Service: photo,
    Video_Service: video,
    Audio_Service: audio,
    Task_Service: task,
  };
}
