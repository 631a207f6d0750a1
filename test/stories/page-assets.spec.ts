import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { startApp } from '../support/start-app.js';
import { asset, LATIN_FONT } from '../../src/platform/pages/assets.js';

describe('page assets', () => {
  it('are named with a version of their contents', async () => {
    const server = await startApp();
    try {
      const page = await (await fetch(server.url)).text();
      const all = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address]) => address);
      const named = all.filter((address) => address !== LATIN_FONT);
      expect((await fetch(server.url + LATIN_FONT)).headers.get('content-type')).toBe('font/woff2');
      expect(named.map((address) => address.replace(/\?.*/, ''))).toEqual([
        '/assets/hearth.svg',
        '/assets/inter/index.css',
        '/assets/tokens.css',
        '/assets/base.css',
        '/assets/people.css',
        '/assets/time-zone.js',
      ]);
      for (const address of named) {
        const bytes = Buffer.from(await (await fetch(server.url + address)).arrayBuffer());
        const version = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
        expect(address).toMatch(new RegExp(`\\?v=${version}$`));
      }
    } finally {
      await server.close();
    }
  });

  it('are not named if they do not exist', () => expect(() => asset('hearth.cs')).toThrow('hearth.cs'));
});
