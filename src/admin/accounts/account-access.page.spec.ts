import { describe, expect, it } from '@jest/globals';
import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { ApplicationsTab } from './account-access.page.js';
import type { AccountPageProps } from './account-page-props.js';

const since = new Date('2026-03-01T12:00:00Z');
const grant = (grantId: string, clientId: string) => ({
  grantId,
  clientId,
  clientName: `App ${clientId}`,
  resources: [],
  createdAt: since,
});
const permission = (clientId: string) => ({
  clientId,
  name: `App ${clientId}`,
  scopes: ['openid'],
  resources: [],
  since,
});

/** The rows of the table: the application and its buttons. */
function rowsOf(grants: unknown[], connectedApps: unknown[]): string[][] {
  const props = { account: { accountId: '7', connectedApps }, grants } as unknown as AccountPageProps;
  const rows = render(h(ApplicationsTab, props)).match(/<tr><th scope="row".*?<\/tr>/g) ?? [];
  return rows.map((row) => [
    /App \w+/.exec(row)?.[0] ?? '',
    ...[...row.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label),
  ]);
}

describe('the applications of an account, in one table', () => {
  it('has a row for each device with tokens, and one for a permission without any', () => {
    expect(
      rowsOf([grant('1', 'a'), grant('2', 'a'), grant('3', 'b')], [permission('a'), permission('c')]),
    ).toEqual([
      ['App a', 'Revoke tokens of App a', 'Revoke permission of App a'],
      ['App a', 'Revoke tokens of App a'],
      ['App b', 'Revoke tokens of App b'],
      ['App c', 'Revoke permission of App c'],
    ]);
  });

  it('says when there is none', () => {
    const props = {
      account: { accountId: '7', connectedApps: [] },
      grants: [],
    } as unknown as AccountPageProps;
    expect(render(h(ApplicationsTab, props))).toContain('No application holds a token or has a permission.');
  });
});
