import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Caller } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { Batch } from '../../platform/database/batch.js';
import { Database } from '../../platform/database/database.js';
import { ACCOUNT_JSON, type AccountJson, type FamilyTexts } from './account-json.js';
import type { AccountInformationView, FamilyView } from './account-information.view.js';

const FIND = {
  name: 'account-information',
  text: `SELECT a.id, ${ACCOUNT_JSON} AS fields FROM account a WHERE a.id = ANY($1::bigint[])`,
};
const READ_ALONG = Symbol('account information');

/** A caller whose account was selected by the statement that found the token. */
interface ReadCaller extends Caller {
  readonly [READ_ALONG]?: AccountJson;
}

/** Returns the caller with the account that was selected with its token, for this call only. */
export function withAccount(caller: Caller, account: AccountJson): Caller {
  const read: ReadCaller = { [READ_ALONG]: account, ...caller };
  return read;
}

/** The account information of §2.6. */
@Injectable()
export class AccountInformationService {
  private readonly fields: Batch<Long, AccountJson | null>;

  constructor(
    database: Database,
    private readonly config: AppConfig,
  ) {
    this.fields = new Batch<Long, AccountJson | null>(async (accountIds) => {
      const found = await database.query<{ id: Long; fields: AccountJson }>(FIND, [accountIds]);
      const byId = new Map(found.map(({ id, fields }) => [id, fields]));
      return accountIds.map((id) => byId.get(id) ?? null);
    });
  }

  /** The caller's own; null when the caller has no account, or it was deleted after the token was checked. */
  async findOwn(caller: ReadCaller): Promise<AccountInformationView | null> {
    const { accountId, [READ_ALONG]: fields } = caller;
    if (accountId === null) return null;
    return fields ? this.view(accountId, fields) : this.find(accountId);
  }

  async find(accountId: Long): Promise<AccountInformationView | null> {
    const fields = await this.fields.add(accountId);
    return fields && this.view(accountId, fields);
  }

  private view(
    accountId: Long,
    [name, lastLogin, identifiers, families]: AccountJson,
  ): AccountInformationView {
    return {
      accountId,
      identifiers: identifiers.map(([id, type, value, validated]) => ({ id, type, value, validated })),
      name,
      lastLoginDate: lastLogin === null ? '' : new Date(lastLogin).toISOString(), // D29
      families: families.map((family) => toFamily(family, this.config.publicUrl)),
    };
  }
}

function toFamily(
  [familyId, familyName, pictureKey, premiumType, ...services]: FamilyTexts,
  publicUrl: string,
): FamilyView {
  const [calendar, location, autotracking, message, photo, video, audio, task] = services;
  return {
    familyId,
    metaId: `family/${familyId}`, // D28
    familyName,
    pictureURIs: pictureKey === null ? [] : [`${publicUrl}/pictures/${pictureKey}.webp`],
    premiumType,
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
