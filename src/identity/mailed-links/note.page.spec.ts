import { describe, expect, it } from '@jest/globals';
import en from '../../platform/pages/texts/en.json' with { type: 'json' };
import { notePage } from './note.page.js';

const READER = { language: 'en', timeZone: 'UTC', path: '/' } as const;
/** Every message of the texts: a title and a lead. */
const NOTES = Object.entries(en).flatMap(([section, texts]) =>
  Object.keys(texts).flatMap((key) => {
    const name = /^(\w+)Title$/.exec(key)?.[1];
    return name !== undefined && `${name}Lead` in (texts as object) ? [`${section}.${name}`] : [];
  }),
);

describe('a page with nothing but a message', () => {
  const leadsTo = (key: string) => /<main.*?<a href="([^"]+)"/s.exec(notePage(READER, key))?.[1];

  it.each(NOTES)('%s leads on', (key) => {
    expect(['/account', '/sign-in']).toContain(leadsTo(key));
  });

  it('leads to the sign-in where its text says so', () => {
    expect(NOTES.filter((key) => leadsTo(key) === '/sign-in')).toEqual([
      'forgotten.sent',
      'recovery.stopped',
      'recovery.done',
      'recovery.over',
      'link.used',
      'data.asked',
      'handOver.stopped',
    ]);
  });
});
