import { describe, expect, it } from '@jest/globals';
import { eventsOf, type WatchedChange } from './events-of-changes.js';

const CREATED = { oldValues: null, newValues: {} };
const CHANGED = { oldValues: {}, newValues: {} };
const DELETED = { oldValues: {}, newValues: null };

let ids = 0;
const change = (tableName: WatchedChange['tableName'], more: Partial<WatchedChange>): WatchedChange => ({
  ...{ id: String(++ids), transactionId: '1', subject: /^family/.test(tableName) ? 'family:3' : 'account:7' },
  ...{ tableName, oldValues: null, newValues: null, changed: [], clients: '{}', ...more },
});
const account = (more: Partial<WatchedChange>) => change('account', more);
const status = (from: string, to: string) =>
  account({ oldValues: { status: from }, newValues: { status: to }, changed: ['status'] });
const named = (...changed: string[]) => account({ ...CHANGED, changed });
const told = (...changes: WatchedChange[]) => eventsOf(changes).map(({ kind, data }) => [kind, data]);
const accountId = '7';
const familyId = '3';

describe('which events follow from changes (D275)', () => {
  it.each([
    ['a new account', 'account.created', account(CREATED), { accountId }],
    ['a deleted account', 'account.deleted', account(DELETED), { accountId }],
    ['an accepted invitation', 'account.completed', status('pending', 'active'), { accountId }],
    ['a disabled account', 'account.disabled', status('active', 'disabled'), { accountId }],
    ['an invited account that is disabled', 'account.disabled', status('pending', 'disabled'), { accountId }],
    ['an enabled account', 'account.enabled', status('disabled', 'active'), { accountId }],
    [
      'an enabled account without a password',
      'account.enabled',
      status('disabled', 'pending'),
      { accountId },
    ],
    ['an account that a client takes over', 'account.created', named('name', 'created_by'), { accountId }],
    ['a country', 'account.changed', named('country_code'), { accountId, changed: ['countryCode'] }],
    [
      'a new identifier',
      'account.changed',
      change('account_identifier', CREATED),
      { accountId, changed: ['identifiers'] },
    ],
    ['a new family', 'family.created', change('family', CREATED), { familyId }],
    [
      'a picture',
      'family.changed',
      change('family', { ...CHANGED, changed: ['picture_key'] }),
      { familyId, changed: ['picture'] },
    ],
    ['a deleted family', 'family.deleted', change('family', DELETED), { familyId }],
    [
      'a new member',
      'member.added',
      change('family_member', { newValues: { account_id: '9' } }),
      { familyId, accountId: '9' },
    ],
    [
      'a member with another type',
      'member.changed',
      change('family_member', { oldValues: { account_id: '9' }, newValues: { account_id: '9' } }),
      { familyId, accountId: '9' },
    ],
    [
      'a member who left',
      'member.removed',
      change('family_member', { oldValues: { account_id: '9' } }),
      { familyId, accountId: '9' },
    ],
    [
      'a consent',
      'consent.given',
      change('consent', { newValues: { scopes: ['openid'] } }),
      { accountId, scopes: ['openid'] },
    ],
    ['the end of a consent', 'consent.ended', change('consent', DELETED), { accountId }],
    [
      'the end of a sign-in',
      'session.ended',
      change('token_grant', { oldValues: { sid: 'x' }, newValues: { sid: null } }),
      { accountId, sid: 'x' },
    ],
  ])('after %s: %s', (_, kind, given, data) => {
    expect(eventsOf([given])).toEqual([{ change: given.id, kind, data }]);
  });

  it.each([
    ['with an end', '2026-03-02T00:00:00+00:00', '2026-03-01T12:00:00+00:00', ['grant.ended']],
    ['without an end', null, null, ['grant.ended']],
    ['that had expired before', '2026-03-01T12:00:00+00:00', '2026-03-01T12:00:00+00:00', []],
  ])('are told of a grant %s that is revoked, by its number', (_, before, after, kinds) => {
    const [oldValues, newValues] = [before, after].map((ends_at) => ({ id: '31', sid: null, ends_at }));
    const revoked = change('token_grant', { oldValues, newValues, changed: ['revoked_at'] });
    expect(told(revoked)).toEqual(kinds.map((kind) => [kind, { accountId, grantId: '31' }]));
  });

  it('are none of a sign-in that begins', () => {
    expect(told(change('token_grant', { oldValues: { sid: null }, newValues: { sid: 'x' } }))).toEqual([]);
  });

  it('are two of one update: the status, then what else changed', () => {
    const both = {
      oldValues: { status: 'pending' },
      newValues: { status: 'active' },
      changed: ['name', 'status'],
    };
    expect(told(account(both)).map(([kind]) => kind)).toEqual(['account.completed', 'account.changed']);
  });

  it('are one of all that a transaction changed, at the place of the first, sorted by name', () => {
    const changes = [named('name', 'country_code'), status('active', 'disabled'), named('locale', 'name')];
    expect(told(...changes)).toEqual([
      ['account.changed', { accountId, changed: ['countryCode', 'locale', 'name'] }],
      ['account.disabled', { accountId }],
    ]);
  });

  it('are no changes of what the transaction created', () => {
    const changes = [account(CREATED), change('account_identifier', CREATED), named('name')];
    expect(told(...changes)).toEqual([['account.created', { accountId }]]);
    const [other] = [{ ...named('name'), transactionId: '2' }];
    expect(told(...changes, other).map(([kind]) => kind)).toEqual(['account.created', 'account.changed']);
  });

  it('are not told twice in a row, unless it is of other clients, but again after something else', () => {
    const ended = (clients: string) => change('consent', { ...DELETED, clients });
    expect(told(ended('{1}'), ended('{1}'), ended('{2}'), ended('{1}'))).toHaveLength(2);
    const turns = [status('active', 'disabled'), status('disabled', 'active'), status('active', 'disabled')];
    expect(told(...turns)).toHaveLength(3);
  });

  it('are none of what goes with an account or a family', () => {
    const gone = [change('account_identifier', DELETED), change('consent', DELETED)];
    expect(told(account(DELETED), ...gone)).toEqual([['account.deleted', { accountId }]]);
  });

  it('are in the order of the changes, whatever subject they are of', () => {
    const changes = [
      account(CREATED),
      change('family', CREATED),
      status('pending', 'active'),
      change('family', DELETED),
    ];
    expect(told(...changes).map(([kind]) => kind)).toEqual([
      ...['account.created', 'family.created', 'account.completed', 'family.deleted'],
    ]);
  });
});
