import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { besideCode } from '../paths.js';
import { MOVED } from './moved-pages.js';

export interface PageLink {
  readonly name: string;
  /** `/docs/operate/runbook` */
  readonly href: string;
}

/** A page of docs/, or a section of one that is too long for a page. */
export interface ManualPage {
  readonly address: string;
  /** Its HTML, in the folder of the manual. */
  readonly file: string;
  /** What it is made from: `docs/operate/runbook.md`. */
  readonly source: string;
  readonly title: string;
  /** "For operators: …"; null: it does not say whom it is for. */
  readonly about: string | null;
  /** The fragments that lead to its title. */
  readonly anchors: readonly string[];
  /** The pages above this one, the nearest last. */
  readonly above: readonly PageLink[];
  readonly headings: readonly { readonly depth: number; readonly name: string; readonly anchor: string }[];
  readonly previous: PageLink | null;
  readonly next: PageLink | null;
}

/** A folder of docs/, with the pages that its index names. */
export interface Folder extends PageLink {
  readonly about: string;
  readonly pages: readonly PageLink[];
}

const FOLDER = besideCode('platform/reference/manual');
const HOME = '/docs';

/** The pages of docs/, as scripts/manual.mjs made them of the version that runs. */
export class Manual {
  readonly folders: readonly Folder[];
  readonly pages: readonly ManualPage[];
  private readonly byAddress: ReadonlyMap<string, ManualPage>;

  constructor() {
    const list = JSON.parse(readFileSync(join(FOLDER, 'pages.json'), 'utf8')) as Pick<
      Manual,
      'folders' | 'pages'
    >;
    this.folders = list.folders;
    this.pages = list.pages;
    this.byAddress = new Map(this.pages.map((page) => [page.address, page]));
  }

  at(address: string): ManualPage | null {
    return this.byAddress.get(address) ?? null;
  }

  /** Reads the HTML of a page: it is kept nowhere, since nobody reads all of them at once. */
  contentOf({ file }: ManualPage): Promise<string> {
    return readFile(join(FOLDER, file), 'utf8');
  }

  /**
   * The address of a page that is asked for by its file or by an old name: `/docs/operate/runbook.md` and `/docs/operations`.
   *
   * @returns null: there is no such page, and never was
   */
  placeOf(asked: string): string | null {
    const address = asked.replace(/\.md$/, '').replace(/\/README$/, '');
    if (address !== asked && (address === HOME || this.byAddress.has(address))) return address;
    const name = address.slice(HOME.length + 1);
    return Object.hasOwn(MOVED, name) ? `${HOME}/${MOVED[name].to}` : null;
  }
}
