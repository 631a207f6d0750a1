import { Parser } from 'htmlparser2';
import en from '../../src/platform/pages/texts/en.json' with { type: 'json' };
import { UNESCAPED } from './page-samples/sample-names.js';

/** What a template writes where a value was missing, or was none that can be read. */
const NO_VALUE = /undefined|\[object |Invalid Date|\bNaN\b|\{\{|\}\}/;
/** Programs for developers, and the buttons that copy them. */
const CODE = /<(code|pre)\b.*?<\/\1>|data-copy="[^"]*"/gs;
/** The key of a text in place of the text, in an element or in an attribute. */
const KEY = new RegExp(`(?<=[>"\\s])(${Object.keys(en).join('|')})\\.[a-z]\\w*(?=[<"\\s.])`);
/** Inputs that nobody fills in. */
const UNSEEN = ['hidden', 'submit', 'button'];
const INLINE = /^(style|on\w+)$/;

interface Field {
  readonly name: string;
  readonly id: string | undefined;
  readonly isLabelled: boolean;
}

/** What is wrong with a page, whatever it is about: nobody has to know its sample to say so. */
export function problemsWith(page: string): string[] {
  const seen = new Seen();
  new Parser(seen).end(page);
  return [...valuesLackedBy(page), ...foundIn(page, UNESCAPED), ...seen.problems()];
}

/** What is wrong with the texts of a page; its elements are those that it has in every language. */
export function problemsWithTexts(page: string): string[] {
  return [...valuesLackedBy(page), ...foundIn(page, UNESCAPED), ...foundIn(page, KEY)];
}

function valuesLackedBy(page: string): string[] {
  return foundIn(page.replace(CODE, ''), NO_VALUE);
}

function foundIn(page: string, text: RegExp): string[] {
  const found = text.exec(page);
  return found ? [`it has ${page.slice(Math.max(0, found.index - 30), found.index + 30)}`] : [];
}

/** The elements of a page that others lead to, or that people use. */
class Seen {
  private readonly ids: string[] = [];
  private readonly references: string[] = [];
  private readonly labelled = new Set<string>();
  private readonly fields: Field[] = [];
  private readonly found: string[] = [];
  private headings = 0;
  private labels = 0;

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const { id, for: labelled, href } = attributes;
    if (id !== undefined) this.ids.push(id);
    if (href?.startsWith('#')) this.references.push(href.slice(1));
    for (const each of ['aria-describedby', 'aria-labelledby'])
      this.references.push(...(attributes[each] ?? '').split(' ').filter(Boolean));
    if (labelled !== undefined) this.labelled.add(labelled);
    if (name === 'label') this.labels++;
    if (name === 'h1') this.headings++;
    if (['input', 'select', 'textarea'].includes(name)) this.note(attributes);
    if (name === 'style' || (name === 'script' && !('src' in attributes))) this.found.push(`inline ${name}`);
    this.found.push(...Object.keys(attributes).filter((each) => INLINE.test(each)));
  }

  onclosetag(name: string): void {
    if (name === 'label') this.labels--;
  }

  problems(): string[] {
    const twice = this.ids.filter((id, index) => this.ids.indexOf(id) !== index);
    const nowhere = this.references.filter((id) => !this.ids.includes(id));
    const nameless = this.fields.filter(({ id = '', isLabelled }) => !isLabelled && !this.labelled.has(id));
    return [
      ...this.found,
      ...(this.headings === 1 ? [] : [`${this.headings} headings h1`]),
      ...twice.map((id) => `two elements with the id ${id}`),
      ...nowhere.map((id) => `nothing has the id ${id}`),
      ...nameless.map(({ name }) => `the field ${name} has no label`),
    ];
  }

  private note({
    type = 'text',
    hidden,
    id,
    name,
    autocomplete,
    ...attributes
  }: Readonly<Record<string, string>>) {
    if (UNSEEN.includes(type) || hidden !== undefined) return;
    const isLabelled = this.labels > 0 || 'aria-label' in attributes || 'aria-labelledby' in attributes;
    this.fields.push({ name, id, isLabelled });
    if (type === 'password' && !/^((current|new)-password|off)$/.test(autocomplete ?? ''))
      this.found.push(`password managers are not told what ${name} is`);
  }
}
