import { describe, expect, it } from '@jest/globals';
import { homePage } from './start.page.js';

describe('the start page', () => {
  it('leads people to sign in and to their account, and developers to the documentation', () => {
    const page = homePage({ language: 'de', timeZone: 'UTC', path: '/' }, '1.2.3');
    expect(/<h1>(.*?)<\/h1>/.exec(page)?.[1]).toBe('Ihr Konto bei Hearth');
    const [, content] = /<main[^>]*>(.*)<\/main>/s.exec(page) ?? ['', ''];
    const links = [...content.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)];
    expect(links.slice(0, 3).map(([, href, label]) => [label, href])).toEqual([
      ['Anmelden', '/sign-in'],
      ['Ihr Konto', '/account'],
      ['API documentation', '/docs'],
    ]);
  });

  it("has Hearth's own look and version where nobody branded it", () => {
    const page = homePage({ language: 'en', timeZone: 'UTC', path: '/' }, '1.2.3');
    expect(page).toContain(' · Hearth</title>');
    expect(page).toContain('<p>Hearth 1.2.3</p>');
    expect(page).not.toContain('/assets/brand/');
  });
});
