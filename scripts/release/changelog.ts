import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';

const PATH = 'CHANGELOG.md';
const HEADINGS = ['What to do', 'Breaking', 'Added', 'Changed', 'Fixed'] as const;
const MOST_CHARACTERS = 160;
const TITLE = /^(?:Unreleased \((\d+\.\d+\.\d+-dev)\)|(\d+\.\d+\.\d+)(?: \((\d{4}-\d\d-\d\d)\))?)$/;

export type Heading = (typeof HEADINGS)[number];

/** What the changelog says of one version. */
export interface Section {
  /** As it stands behind `## `: `Unreleased (0.3.0-dev)`, `0.3.0 (2026-12-01)` or `0.2.0`. */
  readonly title: string;
  /** Such as `0.3.0-dev` or `0.3.0`; null: the title has another form. */
  readonly version: string | null;
  readonly lines: readonly string[];
}

export interface Changelog {
  readonly title: string;
  /** The newest first. */
  readonly sections: readonly Section[];
}

export function changelogOf(text: string): Changelog {
  const [introduction, ...sections] = text.split(/^## /m).map((part) => {
    const [title, ...lines] = part.trim().split('\n');
    const [, unreleased, released] = TITLE.exec(title) ?? [];
    return { title, version: unreleased ?? released ?? null, lines };
  });
  return { title: introduction.title, sections };
}

export const readChangelog = (folder = '.'): Changelog =>
  changelogOf(readFileSync(join(folder, PATH), 'utf8'));

/** What breaks the form, and what the top section lacks before it is released. */
export function changelogProblems(folder: string, version: string): string[] {
  const changelog = readChangelog(folder);
  return [
    ...Object.values(FORM).flatMap((rule) => rule(changelog)),
    ...gapsOf(changelog.sections[0], version),
  ];
}

/** The lines of a section under a heading, or all of them, without the dash. */
export function entriesOf({ lines }: Section, heading?: Heading): string[] {
  const from = heading ? lines.indexOf(`### ${heading}`) + 1 : 0;
  if (heading && from === 0) return [];
  const end = heading ? lines.findIndex((line, index) => index >= from && line.startsWith('### ')) : -1;
  return lines
    .slice(from, end < 0 ? undefined : end)
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2));
}

/** The form of a changelog: each rule as a test names it, with a function that names what breaks it. */
export const FORM: Readonly<Record<string, (changelog: Changelog) => string[]>> = {
  'lists the newest version first, and only the top one may be unreleased': ({ title, sections }) => {
    const known = sections.flatMap(({ version }) => version ?? []);
    return [
      ...(title === '# Changelog' ? [] : [title]),
      ...sections.flatMap((section) => (section.version === null ? [section.title] : [])),
      ...known.slice(1).filter((version) => semver.prerelease(version) !== null),
      ...known.slice(1).filter((version, index) => !semver.lt(version, known[index])),
    ];
  },
  'sorts each version under its headings, in one order': ({ sections }) =>
    sections
      .filter(({ lines }) => {
        const headings = lines.filter((line) => line.startsWith('#')).map((line) => line.replace('### ', ''));
        const inOrder = HEADINGS.filter((heading) => headings.includes(heading));
        const first = lines.find((line) => /^(- |### )/.test(line));
        return headings.join() !== inOrder.join() || first?.startsWith('- ');
      })
      .map(({ title }) => title),
  'contains nothing but headings and entries, each on one line': ({ sections }) =>
    sections
      .flatMap(({ lines }) => lines)
      .filter((line) => !/^(- |### |$)/.test(line) && line !== 'Never released.'),
  'states each change in one short sentence': (changelog) =>
    allEntries(changelog).filter(
      (entry) => shown(entry).length > MOST_CHARACTERS || !entry.endsWith('.') || /\. [A-Z]/.test(entry),
    ),
  'states each change once': (changelog) => {
    const entries = allEntries(changelog);
    return entries.filter((entry, index) => entries.indexOf(entry) < index);
  },
};

/** What the section of a version lacks before it is released. */
export function gapsOf(section: Section, version: string): string[] {
  const has = (heading: Heading) => entriesOf(section, heading).length > 0;
  const isOfIt = section.version === version || section.version === `${version}-dev`;
  return [
    ...(isOfIt ? [] : [`the top section is "${section.title}", not "Unreleased (${version}-dev)"`]),
    ...(entriesOf(section).length > 0 ? [] : [`"${section.title}" has no entries`]),
    ...(has('Breaking') && !has('What to do') ? ['something breaks, and nothing says what to do'] : []),
    ...(semver.patch(version) > 0 || has('Added') ? [] : ['nothing is new: that is a patch release']),
    ...(semver.patch(version) > 0 && has('Breaking') ? ['a patch release breaks nothing'] : []),
  ];
}

/** The text with its unreleased section as that of a version. @param date `2026-12-01` */
export function released(text: string, version: string, date: string): string {
  return text.replace(/^## Unreleased \(.*\)$/m, `## ${version} (${date})`);
}

const allEntries = ({ sections }: Changelog): string[] => sections.flatMap((section) => entriesOf(section));

/** As readers see it: links without their targets. */
const shown = (entry: string): string => entry.replace(/\]\([^)]+\)/g, ']').replace(/[[\]]/g, '');
