import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { options, type VNode } from 'preact';
import { keysOn, problemsWith } from '../test/support/page-problems.js';
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
/** Another language would repeat what they did. */
const WITHOUT_LANGUAGES = /^(providerNotePage|formPostPage|authorizationProblemPage, too often)/;

/**
 * The documentation is made of every call of a server: test/stories/api-reference.spec.ts. The page in a download comes in
 * pieces: src/account/data/own-data.page.spec.ts.
 */
const LOOKED_AT_ELSEWHERE = /^platform\/reference\/|\/own-data\.page\.tsx$/;

describe('every page, in each state of its sample', () => {
  it.each(each(SAMPLED))('has one heading, labels, and a value everywhere, as text: %s', (_, sample) => {
    const page = pageIn(sample, 'en');
    expect(problemsWith(page)).toEqual([]);
    expect(page).toMatch(/^<!doctype html><html lang="en">/i);
    expect(page).toMatch(/<title>[^<]+ · Hearth<\/title>/);
  });

  it.each(each(people))('is in the language of its reader, with no English left: %s', (_, sample) => {
    const english = textsLeftIn(pageIn(sample, 'en'));
    const ofServer = pageIn(sample, 'en');
    expect([keysOn(ofServer), ofServer.includes('/assets/brand/')]).toEqual([[], false]);
    for (const language of LANGUAGES.filter((other) => other !== 'en')) {
      const page = pageIn(sample, language);
      expect([language, page.includes(`<html lang="${language}">`), problemsWith(page)]).toEqual([
        language,
        true,
        [],
      ]);
      expect([language, textsLeftIn(page).filter((text) => english.includes(text))]).toEqual([language, []]);
    }
  });

  it('has every time in the zone of its reader, and names it, in every language (row 27)', () => {
    for (const language of LANGUAGES) {
      const pages = people.map((sample) => [sample.title, pageIn(sample, language, 'Asia/Kolkata')] as const);
      const inUtc = pages.filter(([, page]) => /UTC(?![+−-]?\d)/.test(page.replace(/<head>.*<\/head>/s, '')));
      expect([language, inUtc.map(([title]) => title)]).toEqual([language, []]);
      expect(pages.filter(([, page]) => /(GMT|UTC)\+5:30/.test(page)).length).toBeGreaterThan(5);
    }
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
