import type { ApiDescription } from './document.js';
import { entriesOf, type Entry } from './entry.js';
import { curlOf } from './examples/curl.js';
import { fetchOf } from './examples/fetch.js';
import { exampleOf, type ExampleRequest } from './examples/request.js';
import { sampleOf } from './examples/sample.js';
import type { Manual } from './manual.js';

interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** The operations of the server for readers of the documentation, from its OpenAPI document, beside the pages of docs/. */
export class Reference {
  readonly entries: readonly Entry[];
  private readonly byId: ReadonlyMap<string, Entry>;

  constructor(
    readonly document: ApiDescription,
    readonly manual: Manual,
  ) {
    this.entries = entriesOf(document);
    this.byId = new Map(this.entries.map((entry) => [entry.id, entry]));
  }

  get server(): string {
    return this.document.servers[0].url;
  }

  get(id: string): Entry {
    const entry = this.byId.get(id);
    if (!entry) throw new Error(`there is no operation ${id}`);
    return entry;
  }

  groupsOf(task: string): Group[] {
    const entries = this.entries.filter((entry) => entry.task === task);
    const names = [...new Set(entries.map(({ group }) => group))].sort();
    return names.map((name) => ({ name, entries: entries.filter(({ group }) => group === name) }));
  }

  /** @param values of a form, instead of those of the operation's own example */
  curl(id: string, values?: Readonly<Record<string, string>>): string {
    return curlOf(this.example(id, values), this.server);
  }

  fetch(id: string): string {
    const [answer] = this.get(id).answers;
    return fetchOf(this.example(id), this.server, answer?.type?.includes('json') === true);
  }

  /** Returns an example of the answer's body; null: none, or no JSON. */
  answer(id: string): string | null {
    const answer = this.get(id).answers.find(({ type }) => type?.includes('json'));
    if (!answer?.schema) return null;
    return JSON.stringify(sampleOf(answer.schema, this.document), null, 2);
  }

  private example(id: string, values?: Readonly<Record<string, string>>): ExampleRequest {
    const example = exampleOf(this.get(id), this.document);
    return values ? { ...example, method: 'POST', body: { kind: 'form', fields: values } } : example;
  }
}
