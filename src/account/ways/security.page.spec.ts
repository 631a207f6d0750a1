import { describe, expect, it } from '@jest/globals';
import { wayOf } from '../../../test/support/page-samples/account-page-samples.js';
import { WAY_TYPES, type ListedWay } from '../../identity/accounts/ways-list.js';
import { ownEndOf } from './own-way-end.js';
import { securityPage } from './security.page.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const HERE = wayOf('browser', { id: 'aa', name: null, signInId: '6' });

const pageWith = (...ways: readonly ListedWay[]) =>
  securityPage(
    { language: 'en', timeZone: 'UTC', path: '/account/security' },
    { ways: [HERE, ...ways], current: HERE.id, now: NOW, proof: null, isRemoved: false },
  );

describe('the page of the ways into an account (D325)', () => {
  it.each(WAY_TYPES)('has a row for each: %s', (type) => {
    const page = pageWith(wayOf(type, { name: 'Mia & Co' }));
    expect(page.match(/class="app way"/g)).toHaveLength(2);
    expect(page).toContain('Mia &amp; Co');
  });

  it.each(WAY_TYPES)('ends one by its button or on its page, or says how it ends: %s', (type) => {
    const way = wayOf(type);
    const page = pageWith(way);
    const end = ownEndOf(way);
    if (typeof end === 'string') {
      const said = {
        byLink: 'The link in our messages about it cancels it.',
        byTime: 'It ends by itself within an hour.',
      };
      expect(page).toContain(
        { ...said, byPartner: 'Only the partner or an administrator can remove it.' }[end],
      );
      expect(page.match(/class="danger outline small"/g)).toBeNull();
    } else if ('page' in end) expect(page).toContain(`<a href="${end.page}" aria-label=`);
    else {
      expect(page).toContain(`<form method="post" action="${end.action}"`);
      for (const [name, value] of Object.entries(end.values))
        expect(page).toContain(`name="${name}" value="${value}"`);
    }
  });

  it.each([
    [wayOf('password'), '/account/sign-in'],
    [wayOf('oneTimeCodes'), '/account/second-factor'],
    [wayOf('email', { id: '17' }), '/account/identifiers/17'],
    [wayOf('connection', { id: '18' }), '/account/connections/18'],
  ])('links to the page of those that need more than one button: %#', (way, page) => {
    expect(pageWith(way)).toContain(`<a href="${page}" aria-label=`);
  });

  it('links to the page that restores those that are out of use, and marks them', () => {
    const page = pageWith(wayOf('email', { suspendedAt: NOW, name: 'old@family.example' }));
    expect(page).toContain('<a href="/account/sign-in#suspended" aria-label="Use again: old@family.example"');
    expect(page).toContain('<span class="tag off">');
  });

  it('marks this browser, which has no button, and leads to no sign-in of its own', () => {
    const page = pageWith(
      wayOf('browser', { id: 'bb', signInId: '5' }),
      wayOf('passkey', { signInId: HERE.signInId }),
    );
    expect(page.match(/This browser/g)).toHaveLength(1);
    expect(page).not.toContain(`value="${HERE.id}"`);
    expect(page).toContain('value="bb"');
    expect(page).toContain('href="/account/sign-ins/5"');
    expect(page).not.toContain(`/account/sign-ins/${HERE.signInId}"`);
  });
});
