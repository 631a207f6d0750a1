import { describe, expect, it } from '@jest/globals';
import { ADMINISTRATOR } from '../../../test/support/visits.js';
import { SETTINGS } from '../../platform/config/settings.js';
import { settingsPage } from './settings.page.js';

describe('the page of the settings', () => {
  const names = Object.values(SETTINGS).map(({ name }) => name);
  const settings = names.map((name) => ({ name, value: name === 'PORT' ? 3000 : null }));
  const page = settingsPage({ by: ADMINISTRATOR, settings });

  it('has each setting in its order, and what it is', () => {
    expect([...page.matchAll(/<th[^>]*><code>(\w+)<\/code>/g)].map(([, name]) => name)).toEqual(names);
    expect(page).toContain('Port to listen on.');
  });

  it('says which are set', () => {
    expect(page).toContain('<code>3000</code>');
    expect(page.split('>Not set<')).toHaveLength(names.length);
  });
});
