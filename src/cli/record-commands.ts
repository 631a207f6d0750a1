import type { Command, Option } from 'commander';
import { segment } from './api-client.js';
import { asList, type Context, type Examples, type ListOptions, subcommand } from './context.js';
import type { Members, Column } from './output.js';
import { type Options, type RecordField, requiredChange, givenValues, withFields } from './record-options.js';

/** A kind of record, as its commands see it. */
interface Kind {
  /** As sentences name a record: "provider". */
  readonly noun: string;
  /** Where the API has all of them. */
  readonly path: string;
  /** The argument that names a record, and its meaning. */
  readonly id: readonly [argument: string, meaning: string];
  /** The id of a record that may be named in other ways too. */
  readonly idOf?: (typed: string) => Promise<string>;
}

interface Creation<View> {
  readonly fields: readonly RecordField[];
  /** An argument with its meaning, and the member that it is. */
  readonly argument?: readonly [argument: string, meaning: string, member: string];
  /** Shows what was made. */
  readonly tell: (made: View) => void;
}

/** A list of what belongs to a record. */
interface Parts<Item> {
  /** Where the API has it, below the record: "/grants". */
  readonly part: string;
  readonly columns: readonly Column<Item>[];
}

/** One request about a record, and nothing else. */
interface Act {
  readonly method: 'POST' | 'DELETE';
  /** Where it is sent, below the record: "/grants"; left out: to the record itself. */
  readonly part?: string;
  /** Further arguments with their meanings, which end the path. */
  readonly args?: Readonly<Record<string, string>>;
  /** What is said then. */
  readonly said: (id: string, ...args: readonly (string | undefined)[]) => string;
}

type Query = Readonly<Record<string, string | undefined>>;

/** The commands that most kinds of records have. The help lists them in the order in which they are added. */
export class RecordCommands {
  constructor(
    private readonly parent: Command,
    private readonly context: Context,
    private readonly kind: Kind,
  ) {}

  /** @param filters options, each with the name of the query parameter that it becomes */
  list<Item>(about: string, columns: readonly Column<Item>[], lines: Examples, filters: Option[] = []): void {
    const command = asList(subcommand(this.parent, 'list', about, lines));
    for (const filter of filters) command.addOption(filter);
    command.action(({ all, limit, after, ...query }: ListOptions & Query) =>
      this.context.list(columns, this.kind.path, query, { all, limit, after }),
    );
  }

  /** A list that the API answers as a whole. @param filters as for `list` */
  wholeList<Item>(
    about: string,
    columns: readonly Column<Item>[],
    lines: Examples,
    filters: Option[] = [],
  ): void {
    const command = subcommand(this.parent, 'list', about, lines);
    for (const filter of filters) command.addOption(filter);
    command.action(async (query: Query) => {
      const { items } = await this.context.api.get<{ readonly items: Item[] }>(this.kind.path, query);
      await this.context.output.rows(columns, items);
    });
  }

  parts<Item>(verb: string, about: string, { part, columns }: Parts<Item>, lines: Examples): void {
    this.one(verb, about, lines).action(async (typed: string) => {
      const path = `${await this.pathOf(typed)}${part}`;
      await this.context.output.list(columns, this.context.api.list<Item>(path, {}, { limit: Infinity }));
    });
  }

  get<View>(about: string, shown: (record: View) => Members, lines: Examples): void {
    this.one('get', about, lines).action(async (typed: string) => {
      const record = await this.context.api.get<View>(await this.pathOf(typed));
      this.context.output.item(record, shown(record));
    });
  }

  create<View>(about: string, { fields, argument, tell }: Creation<View>, lines: Examples): void {
    const command = subcommand(this.parent, 'create', about, lines);
    if (argument) command.argument(argument[0], argument[1]);
    withFields(command, fields, true).action(async (...given: unknown[]) => {
      const body = {
        ...givenValues(fields, command.opts()),
        ...(argument && { [argument[2]]: given[0] }),
      };
      tell(await this.context.api.post<View>(this.kind.path, body));
    });
  }

  update(about: string, fields: readonly RecordField[], lines: Examples): void {
    withFields(this.one('update', about, lines), fields, false).action((typed: string, options: Options) =>
      this.change(typed, requiredChange(givenValues(fields, options)), 'updated'),
    );
  }

  /** @param nameOf what has to be typed to confirm it, if not the id */
  delete<View>(about: string, lines: Examples, nameOf?: (record: View) => string): void {
    const command = this.one('delete', about, lines).option('--yes', 'do not ask for confirmation');
    command.action(async (typed: string, { yes = false }: { yes?: boolean }) => {
      const { prompt, messages, output } = this.context;
      const id = await this.idOf(typed);
      const path = this.pathTo(id);
      const name = nameOf?.(await this.context.api.get<View>(path));
      const named = name === undefined ? id : `${id} (${name})`;
      await prompt.confirmByName(`The ${this.kind.noun} ${named} will be deleted.`, name ?? id, yes);
      await this.context.api.delete(path, (text) => void messages.write(`${text}\n`));
      output.done(this.sentence(id, 'deleted'));
    });
  }

  act(verb: string, about: string, { method, part = '', args = {}, said }: Act, lines: Examples): void {
    const command = this.one(verb, about, lines);
    for (const [argument, meaning] of Object.entries(args)) command.argument(argument, meaning);
    command.action(async () => {
      const [typed, ...given] = command.processedArgs as [string, ...(string | undefined)[]];
      const id = await this.idOf(typed);
      const below = given.filter((each) => each !== undefined).map(segment);
      const path = [`${this.pathTo(id)}${part}`, ...below].join('/');
      const answer = await this.context.api.send<unknown>(method, path);
      this.context.output.done(said(id, ...given), answer ?? undefined);
    });
  }

  /** A command about one record. */
  one(verb: string, about: string, lines: Examples): Command {
    return subcommand(this.parent, verb, about, lines).argument(...this.kind.id);
  }

  /** @param done what it says of the record then: "updated" */
  async change(typed: string, change: object, done: string): Promise<void> {
    const id = await this.idOf(typed);
    const updated = await this.context.api.update<unknown>(this.pathTo(id), () => change);
    this.context.output.done(this.sentence(id, done), updated);
  }

  /** Where the API has the record that was named. */
  async pathOf(typed: string): Promise<string> {
    return this.pathTo(await this.idOf(typed));
  }

  private async idOf(typed: string): Promise<string> {
    return this.kind.idOf ? this.kind.idOf(typed) : typed;
  }

  private pathTo(id: string): string {
    return `${this.kind.path}/${segment(id)}`;
  }

  private sentence(id: string, done: string): string {
    const { noun } = this.kind;
    return `${noun[0].toUpperCase()}${noun.slice(1)} ${id} ${done}.`;
  }
}
