import type { Command, Option } from 'commander';
import { segment } from './api-client.js';
import { asList, type Context, examples, type ListOptions } from './context.js';
import type { Members } from './output.js';
import { type Options, type RecordField, requiredChange, givenValues, withFields } from './record-options.js';
import type { Column } from './table.js';

/** A kind of record, as its commands see it. */
interface Kind<Item, View extends object> {
  /** As sentences name a record: "provider". */
  readonly noun: string;
  /** Where the API has all of them. */
  readonly path: string;
  /** The argument that names a record, and its meaning. */
  readonly id: readonly [argument: string, meaning: string];
  readonly columns: readonly Column<Item>[];
  readonly shown: (record: View) => Members;
}

type Query = Readonly<Record<string, string | undefined>>;
/** Command lines with their effects. */
type Examples = Readonly<Record<string, string>>;

/** The commands that most kinds of records have. The help lists them in the order in which they are added. */
export class RecordCommands<Item, View extends object = Item & object> {
  constructor(
    private readonly parent: Command,
    private readonly context: Context,
    private readonly kind: Kind<Item, View>,
  ) {}

  /** @param filters options, each with the name of the query parameter that it becomes */
  list(about: string, lines: Examples, filters: readonly Option[] = []): void {
    const command = asList(this.parent.command('list').description(about));
    for (const filter of filters) command.addOption(filter);
    const { path, columns } = this.kind;
    command.action(({ all, limit, after, ...query }: ListOptions & Query) =>
      this.context.list(columns, path, query, { all, limit, after }),
    );
    examples(command, lines);
  }

  /** A list that the API answers as a whole. @param filters as for `list` */
  wholeList(about: string, lines: Examples, filters: readonly Option[] = []): void {
    const command = this.parent.command('list').description(about);
    for (const filter of filters) command.addOption(filter);
    const { path, columns } = this.kind;
    command.action(async (query: Query) => {
      const { items } = await this.context.api.get<{ readonly items: readonly Item[] }>(path, query);
      await this.context.output.rows(columns, items);
    });
    examples(command, lines);
  }

  get(about: string, lines: Examples): void {
    const command = this.one('get', about).action(async (id: string) => {
      const record = await this.context.api.get<View>(this.pathOf(id));
      this.context.output.item(record, this.kind.shown(record));
    });
    examples(command, lines);
  }

  update(fields: readonly RecordField[], about: string, lines: Examples): void {
    const command = withFields(this.one('update', about), fields, false);
    command.action((id: string, options: Options) =>
      this.change(id, requiredChange(givenValues(fields, options)), 'updated'),
    );
    examples(command, lines);
  }

  /** @param nameOf what has to be typed to confirm it, if not the id */
  delete(about: string, lines: Examples, nameOf?: (record: View) => string): void {
    const command = this.one('delete', about).option('--yes', 'do not ask for confirmation');
    command.action(async (id: string, { yes = false }: { yes?: boolean }) => {
      const { prompt, messages, output } = this.context;
      const name = nameOf?.(await this.context.api.get<View>(this.pathOf(id)));
      const named = name === undefined ? id : `${id} (${name})`;
      await prompt.confirmByName(`The ${this.kind.noun} ${named} will be deleted.`, name ?? id, yes);
      await this.context.api.delete(this.pathOf(id), (text) => void messages.write(`${text}\n`));
      output.done(this.sentence(id, 'deleted'));
    });
    examples(command, lines);
  }

  /** A command about one record. */
  one(verb: string, about: string): Command {
    return this.parent
      .command(verb)
      .description(about)
      .argument(...this.kind.id);
  }

  /** @param done what it says of the record then: "updated" */
  async change(id: string, change: object, done: string): Promise<void> {
    const updated = await this.context.api.update<View>(this.pathOf(id), () => change);
    this.context.output.done(this.sentence(id, done), updated);
  }

  pathOf(id: string): string {
    return `${this.kind.path}/${segment(id)}`;
  }

  private sentence(id: string, done: string): string {
    const { noun } = this.kind;
    return `${noun[0].toUpperCase()}${noun.slice(1)} ${id} ${done}.`;
  }
}
