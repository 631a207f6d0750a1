import { Injectable } from '@nestjs/common';
import { ApiDocument } from '../openapi/api-document.js';
import type { ApiDescription } from './document.js';
import { errorsPage } from './errors.page.js';
import { docsHomePage } from './home.page.js';
import { Manual } from './manual.js';
import { manualPage } from './manual.page.js';
import { operationPage } from './operation.page.js';
import { Reference } from './reference.js';
import { ReferenceSearch } from './reference-search.js';
import { searchPage } from './search.page.js';
import { taskPage } from './task.page.js';
import { IN_ORDER } from './tasks.js';

const LONGEST_QUERY = 100;

/**
 * The pages of the documentation by their address. Those of the API are rendered when they are first asked for, and kept;
 * those of the manual are read each time.
 */
@Injectable()
export class DocsPages {
  private readonly kept = new Map<string, string>();
  private made: {
    reference: Reference;
    search: ReferenceSearch;
    pages: ReadonlyMap<string, () => string>;
  } | null = null;

  constructor(private readonly document: ApiDocument) {}

  /** @returns null: there is no such page */
  at(address: string): string | null {
    const kept = this.kept.get(address);
    if (kept !== undefined) return kept;
    const page = this.all.pages.get(address)?.();
    if (page !== undefined) this.kept.set(address, page);
    return page ?? null;
  }

  /** A page of the manual. @returns null: there is none at this address */
  async guideAt(address: string): Promise<string | null> {
    const { reference } = this.all;
    const page = reference.manual.at(address);
    return page && manualPage(reference, page, await reference.manual.contentOf(page));
  }

  /** Where a page is that has another address now, or is asked for by the name of its file. @returns null: nowhere */
  placeOf(address: string): string | null {
    return this.all.reference.manual.placeOf(address);
  }

  search(query: string): string {
    const { reference, search } = this.all;
    const asked = query.trim().slice(0, LONGEST_QUERY);
    return searchPage(reference, asked, search.find(asked));
  }

  /** Of the API. */
  get addresses(): readonly string[] {
    return [...this.all.pages.keys()];
  }

  get guides(): readonly string[] {
    return this.all.reference.manual.pages.map(({ address }) => address);
  }

  private get all() {
    if (this.made) return this.made;
    const reference = new Reference(this.document.get() as unknown as ApiDescription, new Manual());
    const pages = new Map<string, () => string>([
      ['/docs', () => docsHomePage(reference)],
      ['/docs/errors', () => errorsPage(reference)],
      ...IN_ORDER.map((task) => [`/docs/${task.key}`, () => taskPage(reference, task)] as const),
      ...reference.entries.map((entry) => [entry.href, () => operationPage(reference, entry)] as const),
    ]);
    return (this.made = { reference, search: new ReferenceSearch(reference), pages });
  }
}
