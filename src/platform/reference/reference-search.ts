import type { Entry } from './entry.js';
import { ERRORS_BY_NAME } from './errors.js';
import type { ManualPage } from './manual.js';
import type { Reference } from './reference.js';
import { IN_ORDER, taskOf } from './tasks.js';

export interface Hit {
  readonly href: string;
  readonly title: string;
  /** What it is: `POST /token`, an error, a task. */
  readonly kind: string;
  readonly about: string;
}

interface Indexed extends Hit {
  /** The searched texts, the most specific first: a hit there ranks higher. */
  readonly fields: readonly string[];
}

const MOST = 40;

/** Finds guides and their sections, operations, tasks and errors that have every word of the query. */
export class ReferenceSearch {
  private readonly index: readonly Indexed[];

  constructor(reference: Reference) {
    const { entries, manual } = reference;
    this.index = [
      ...IN_ORDER.map(ofTask),
      ...manual.pages.flatMap(ofGuide),
      ...entries.map(ofEntry),
      ...errorHits(),
    ];
  }

  find(query: string): Hit[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    const scored = this.index.flatMap((hit) => {
      const places = words.map((word) => hit.fields.findIndex((field) => field.includes(word)));
      if (places.includes(-1)) return [];
      const isName = hit.fields[0] === words.join(' ');
      return [{ hit, score: isName ? -1 : places.reduce((sum, place) => sum + place, 0) }];
    });
    return scored
      .sort((a, b) => a.score - b.score)
      .slice(0, MOST)
      .map(({ hit }) => hit);
  }
}

function ofTask({ key, name, about }: (typeof IN_ORDER)[number]): Indexed {
  return { href: `/docs/${key}`, title: name, kind: 'API', about, fields: lower(name, about) };
}

/** A guide by its title and headings, and each of its sections by its own. */
function ofGuide({ address, title, about, above, headings }: ManualPage): Indexed[] {
  const kind = above.at(-1)?.name ?? 'Guide';
  const names = headings.map(({ name }) => name).join(' ');
  return [
    { href: address, title, kind, about: about ?? '', fields: lower(title, about ?? '', names) },
    ...headings.map(({ name, anchor }) => ({
      ...{ href: `${address}#${anchor}`, title: name, kind, about: title },
      fields: lower(name),
    })),
  ];
}

function ofEntry(entry: Entry): Indexed {
  const { id, href, title, methods, path, about, parameters, body, errors } = entry;
  const members = [...parameters, ...(body?.members ?? [])];
  return {
    href,
    title,
    kind: `${methods[0]} ${path}`,
    about: taskOf(entry).name,
    fields: lower(
      id,
      path,
      title,
      members.map(({ name }) => name).join(' '),
      [about, ...members.map(({ description }) => description)].join(' '),
      errors.map(({ description }) => description).join(' '),
    ),
  };
}

function errorHits(): Indexed[] {
  return [...ERRORS_BY_NAME].map(([name, same]) => {
    const about = same.map(({ meaning }) => meaning);
    const fields = lower(name, about.join(' '));
    return { href: `/docs/errors#${name}`, title: name, kind: 'Error', about: about[0], fields };
  });
}

function lower(...texts: readonly string[]): string[] {
  return texts.map((text) => text.toLowerCase());
}
