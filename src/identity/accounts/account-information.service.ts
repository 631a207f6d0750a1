import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Caller } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { Batch } from '../../platform/database/batch.js';
import { Changes } from '../../platform/database/changes.js';
import { Database } from '../../platform/database/database.js';
import { FreshCache } from '../../platform/database/fresh-cache.js';
import { ACCOUNT_JSON, type AccountJson, type FamilyTexts, type ReadAccount } from './account-json.js';
import type { AccountInformationView, FamilyView } from './account-information.view.js';

const FIND = {
  name: 'account-information',
  text: `SELECT a.id, ${ACCOUNT_JSON} AS fields FROM account a WHERE a.id = ANY($1::bigint[])`,
};
/** As many as tokens are. */
const MAX_ACCOUNTS = 20_000;
const READ_ALONG = Symbol('account information');

/** A caller whose account was selected by the statement that found the token. */
interface ReadCaller extends Caller {
  readonly [READ_ALONG]?: ReadAccount;
}

/** Returns the caller with the account that was selected with its token, for this call only. */
export function withAccount(caller: Caller, account: ReadAccount): Caller {
  const read: ReadCaller = { [READ_ALONG]: account, ...caller };
  return read;
}

/** The account information of §2.6. */
@Injectable()
export class AccountInformationService {
  private readonly fields: Batch<Long, AccountJson | null>;
  /** What calls say of the account that is calling, for 5 s at most: nothing is decided by it. */
  private readonly own: FreshCache<AccountInformationView>;

  constructor(
    database: Database,
    changes: Changes,
    private readonly config: AppConfig,
  ) {
    this.own = new FreshCache(changes, {
      max: MAX_ACCOUNTS,
      topicsOf: (accountId, { families }) => [
        `account:${accountId}`,
        ...families.map(({ familyId }) => `family:${familyId}`),
      ],
    });
    this.fields = new Batch<Long, AccountJson | null>(async (accountIds) => {
      const found = await database.query<{ id: Long; fields: AccountJson }>(FIND, [accountIds]);
      const byId = new Map(found.map(({ id, fields }) => [id, fields]));
      return accountIds.map((id) => byId.get(id) ?? null);
    });
  }

  /** The caller's own, synchronously what needs no statement; null when the caller has no account, or it was deleted after the token was checked. */
  findOwn(caller: ReadCaller): AccountInformationView | null | Promise<AccountInformationView | null> {
    const { accountId, [READ_ALONG]: read } = caller;
    if (accountId === null) return null;
    if (!read) return this.own.get(accountId) ?? this.own.load(accountId, () => this.find(accountId));
    const view = this.view(accountId, read.fields);
    this.own.keep(accountId, view, read.at);
    return view;
  }

  /** As it is now. */
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
