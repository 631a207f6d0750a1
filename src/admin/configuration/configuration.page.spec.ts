import { describe, expect, it } from '@jest/globals';
import { ADMINISTRATOR } from '../../../test/support/visits.js';
import { configurationPage } from './configuration.page.js';
import { CONFIGURATION_KINDS } from './configuration.view.js';

describe('the page of the configuration', () => {
  it.each(CONFIGURATION_KINDS)(
    'says that an export has each %s, and whether an import may delete it',
    (kind) => {
      const page = configurationPage({ by: ADMINISTRATOR, asksPassword: false });
      expect(/<p class="lead">(.*?)<\/p>/s.exec(page)?.[1]).toContain(`${kind}s`);
      expect(/id="prune-hint"[^>]*>(.*?)</s.exec(page)?.[1]).toContain(`${kind}s`);
    },
  );
});
