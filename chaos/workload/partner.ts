import { randomUUID } from 'node:crypto';
import type { RawAnswer } from '../../test/support/http.js';
import type { Cast } from '../stage/cast.js';
import type { Caller, Judged } from './caller.js';
import { basic } from './credentials.js';
import type { Account, Family } from './ledger.js';
import { chance, pause } from './pace.js';

const DELETED = 0.25;

type Made<T> = T & { readonly id: string };

/** A partner's back end: makes families and accounts, moves a member, renames, and deletes some of it again. */
export class Partner {
  constructor(
    private readonly caller: Caller,
    private readonly cast: Cast,
  ) {}

  async live(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await pause();
      const first = await this.family();
      const account = first && (await this.account(first));
      if (!account) continue;
      await this.rename(account);
      const second = await this.family();
      if (second) await this.move(account, first, second);
      if (chance(DELETED)) await this.remove(account, first);
    }
  }

  private async family(): Promise<Made<Family> | null> {
    const family: Family = { name: `Family ${randomUUID()}`, outcome: 'not', isGone: false };
    this.caller.ledger.families.push(family);
    const judged = await this.once('createfamily', { FamilyName: family.name });
    const id = this.noted(family, judged);
    return id === null ? null : Object.assign(family, { id });
  }

  private async account(family: Made<Family>): Promise<Account | null> {
    const login = `login-${randomUUID()}`;
    const account: Account = {
      ...{ login, name: 'Mia', outcome: 'not', id: null },
      ...{ families: new Set([family.name]), isGone: false },
    };
    this.caller.ledger.accounts.push(account);
    const fields = { familyId: family.id, Type: 'login', Identifier: login, UserName: 'Mia' };
    account.id = this.noted(
      account,
      await this.once('createaccount', { ...fields, UserCountryCode: 'DE', Locale: 'de' }),
    );
    return account.id === null ? null : account;
  }

  private async rename(account: Account): Promise<void> {
    const name = `Mia ${randomUUID().slice(0, 8)}`;
    if (await this.until('updateaccount', { accountId: account.id ?? '', UserName: name }))
      account.name = name;
  }

  private async move(account: Account, from: Made<Family>, to: Made<Family>): Promise<void> {
    const accountId = account.id ?? '';
    if (await this.until('addaccount2family', { accountId, familyId: to.id })) account.families.add(to.name);
    if (await this.until('removeaccount2family', { accountId, familyId: from.id }))
      account.families.delete(from.name);
  }

  private async remove(account: Account, family: Made<Family>): Promise<void> {
    if (await this.until('deleteaccount', { accountId: account.id ?? '' })) {
      account.isGone = true;
      account.families.clear();
    }
    const isEmpty = this.caller.ledger.accounts.every(({ families }) => !families.has(family.name));
    if (isEmpty && (await this.until('deletefamily', { familyId: family.id }))) family.isGone = true;
  }

  private noted(record: Family | Account, { outcome, answer, node }: Judged): string | null {
    record.outcome = outcome === 'wrong' ? 'not' : outcome;
    if (outcome !== 'done' || answer === null) return null;
    this.caller.ledger.successes.note(node);
    return resultOf(answer);
  }

  private once(operation: string, fields: Readonly<Record<string, string>>): Promise<Judged> {
    return this.caller.once(operation, this.asked(operation, fields));
  }

  private async until(operation: string, fields: Readonly<Record<string, string>>): Promise<boolean> {
    const heard = await this.caller.until(operation, this.asked(operation, fields));
    if (heard) this.caller.ledger.successes.note(heard.node);
    return heard !== null;
  }

  private asked(operation: string, form: Readonly<Record<string, string>>) {
    return { path: `/api/prov/${operation}`, form, headers: basic(this.cast.partner) };
  }
}

function resultOf({ body }: RawAnswer): string {
  return String(body.a01.r.r);
}
