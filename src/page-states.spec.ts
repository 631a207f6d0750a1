import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { options, type VNode } from 'preact';
import { problemsWith, problemsWithTexts } from '../test/support/page-problems.js';
import {
  PATH,
  pageIn,
  SAMPLED,
  textsLeftIn,
  type SampledPage,
} from '../test/support/page-samples/sampled-pages.js';
import { LANGUAGES } from './platform/pages/texts/texts.js';

const each = (samples: readonly SampledPage[]) => samples.map((sample) => [sample.title, sample] as const);
const people = SAMPLED.filter(({ isInEnglishOnly }) => !isInEnglishOnly);
const IN_UTC = /UTC(?![+−-]?\d)/;
const ZONE = /(GMT|UTC)\+5:30/;
/** Another language would repeat what they did. */
const WITHOUT_LANGUAGES = /^(providerNotePage|formPostPage|authorizationProblemPage, too often)/;

/**
 * The documentation is made of every call of a server: test/stories/api-reference.spec.ts. The page in a download comes in
 * pieces, and has a spec of its own.
 */
const LOOKED_AT_ELSEWHERE = /^platform\/reference\/|\/own-data\.page\.tsx$/;

describe('every page, in each state of its sample', () => {
  it.each(each(SAMPLED))('has one heading, labels, and a value everywhere, as text: %s', (_, sample) => {
    const page = pageIn(sample, 'en');
    expect(problemsWith(page)).toEqual([]);
    expect(page).toMatch(/^<!doctype html><html lang="en">/i);
    expect(page).toMatch(/<title>[^<]+ · Hearth<\/title>/);
  });

  it.each(each(people))(
    'is in the language and the zone of its reader, with no English left (row 27): %s',
    (_, sample) => {
      const english = pageIn(sample, 'en');
      const inEnglish = textsLeftIn(english);
      expect([problemsWithTexts(english), english.includes('/assets/brand/')]).toEqual([[], false]);
      for (const language of LANGUAGES.filter((other) => other !== 'en')) {
        const page = pageIn(sample, language);
        expect([language, page.includes(`<html lang="${language}">`)]).toEqual([language, true]);
        expect([language, problemsWithTexts(page)]).toEqual([language, []]);
        expect([language, IN_UTC.exec(page.replace(/<head>.*<\/head>/s, ''))]).toEqual([language, null]);
        const left = textsLeftIn(page).filter((text) => inEnglish.includes(text));
        expect([language, left]).toEqual([language, []]);
      }
    },
  );

  it('names the zone of its reader, in each language', () => {
    const zoned = people.filter((sample) => ZONE.test(pageIn(sample, 'en')));
    expect(new Set(zoned.map(({ name }) => name)).size).toBeGreaterThan(10);
    for (const language of LANGUAGES)
      expect(zoned.filter((sample) => !ZONE.test(pageIn(sample, language)))).toEqual([]);
  });

  it('offers each other language, and comes back to the address that its reader has', () => {
    const next = PATH.replaceAll('&', '&amp;');
    const lacking = people.filter((sample) => {
      const page = pageIn(sample, 'fr');
      const offered = [...page.matchAll(/name="language" value="(\w+)"/g)].map(([, language]) => language);
      const isThere = page.includes(`name="next" value="${next}"`);
      return !isThere || offered.join() !== LANGUAGES.filter((language) => language !== 'fr').join();
    });
    expect(lacking.map(({ title }) => title).filter((title) => !WITHOUT_LANGUAGES.test(title))).toEqual([]);
    expect(lacking.length).toBeGreaterThan(2);
  });
});

describe('the samples', () => {
  const paths = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.page.tsx') && !LOOKED_AT_ELSEWHERE.test(path));
  const sources = paths.map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'));
  const namesIn = (text: RegExp) =>
    sources.flatMap((source) => [...source.matchAll(text)].map(([, name]) => name));

  it('have each function that makes a page', () => {
    const pages = namesIn(/^export function (\w+Page)\(/gm);
    const sampled = new Set(SAMPLED.map(({ name }) => name));
    expect(pages.length).toBeGreaterThan(100);
    expect(pages.filter((name) => !sampled.has(name))).toEqual([]);
    expect([...sampled].filter((name) => !pages.includes(name))).toEqual([]);
  });

  it('show each part of a page', () => {
    const shown = new Set<string>();
    options.vnode = ({ type }: VNode) => void (typeof type === 'function' && shown.add(type.name));
    for (const sample of SAMPLED) pageIn(sample, 'en');
    options.vnode = undefined;
    const parts = namesIn(/^(?:export )?function ([A-Z]\w*)\(/gm).filter((name) =>
      sources.some((source) => new RegExp(`<${name}\\b`).test(source)),
    );
    expect(parts.length).toBeGreaterThan(80);
    expect(parts.filter((name) => !shown.has(name))).toEqual([]);
  });
});
