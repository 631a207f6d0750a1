import { describe, expect, it } from '@jest/globals';
import { groupsFor, sectionOf } from './sections.js';

describe('the sections of the console', () => {
  it('are each at their name, or a word of it', () => {
    const sections = groupsFor('administrator').flatMap((group) => group.sections.map(sectionOf));
    for (const { href, name } of sections.filter(({ href }) => href !== '/admin'))
      expect(name.toLowerCase().split(' ')).toContain(href.replace('/admin/', ''));
  });
});
