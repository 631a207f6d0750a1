import { type Command, InvalidArgumentError } from 'commander';
import { hearthCommand } from '../platform/config/command-line.js';
import { ApiClient, type Extent, type Query } from './api-client.js';
import { type Credentials, credentialsFor, NO_CREDENTIALS } from './request-credentials.js';
import type { Environment } from './environment.js';
import { Failure } from './failure.js';
import { type Format, Output, type Streams, type Column } from './output.js';
import { type StoredProfile, Profiles } from './profiles.js';
import { optionOf } from './field-option.js';
import { Prompt } from './prompt.js';
import { serverUrl } from './server-url.js';

export interface Terminal extends Streams {
  readonly in: NodeJS.ReadStream;
}

type GlobalOptions = Format & { readonly profile?: string; readonly url?: string };

const DEFAULT_PROFILE = 'default';

/** The environment of a command: the server, its output, and prompts. */
export class Context {
  readonly prompt: Prompt;
  readonly profiles: Profiles;
  /** The command that is run. */
  private command: Command;

  constructor(
    private readonly program: Command,
    readonly environment: Environment,
    private readonly terminal: Terminal,
  ) {
    this.command = program;
    program.hook('preAction', (_, command) => {
      this.command = command;
    });
    this.prompt = new Prompt(terminal.in, terminal.err);
    this.profiles = new Profiles(environment.configFolder);
  }

  get output(): Output {
    return new Output(this.terminal, this.options, this.environment.isPlain);
  }

  /** The stream for messages to a person; never data. */
  get messages(): NodeJS.WriteStream {
    return this.terminal.err;
  }

  /** The API, with the current credentials. */
  get api(): ApiClient {
    const { url, profileName, profile } = this;
    return this.client(
      url,
      credentialsFor(url, this.environment, profile, (accessToken) => {
        if (profile) this.profiles.save(profileName, { ...profile, accessToken });
      }),
    );
  }

  /** The API with the profile's credentials, ignoring the environment: to revoke them. */
  storedApi(profile: StoredProfile): ApiClient {
    return this.client(
      profile.url,
      credentialsFor(profile.url, {}, profile, () => undefined),
    );
  }

  /** The API without credentials: to sign in, and to set up a server. */
  anonymousApi(url: string): ApiClient {
    return this.client(url, NO_CREDENTIALS);
  }

  get profileName(): string {
    return this.options.profile ?? this.environment.profile ?? DEFAULT_PROFILE;
  }

  get profile(): StoredProfile | null {
    return this.profiles.find(this.profileName);
  }

  /** The server URL: from an option or a variable, else the one that the profile is signed in to. */
  get url(): string {
    const url = this.options.url ?? this.environment.url ?? this.profile?.url;
    if (url === undefined)
      throw new Failure(
        `No server given. Use --url, or sign in: ${hearthCommand('login URL')}`,
        'notSignedIn',
      );
    return serverUrl(url);
  }

  /** The password of the person at the terminal, or from HEARTH_PASSWORD. */
  async password(question = 'Password'): Promise<string> {
    return this.environment.password ?? (await this.prompt.askSecret(question));
  }

  /** Shows a list of the API, and says how to continue if it has more items. */
  async list<T>(
    columns: readonly Column<T>[],
    path: string,
    query: Query,
    options: ListOptions,
  ): Promise<void> {
    const { api, output } = this;
    const next = await output.list(columns, api.list<T>(path, query, extentOf(options)));
    if (next !== null) output.say(`There are more. Use --all, a higher --limit, or --after ${next}`);
  }

  private client(url: string, credentials: Credentials): ApiClient {
    const askPassword = async (): Promise<string | null> => {
      if (this.environment.password === undefined && !this.prompt.isTerminal) return null;
      return this.password('Confirm your password');
    };
    return new ApiClient(url, credentials, askPassword, (field) => optionOf(this.command, field));
  }

  private get options(): GlobalOptions {
    return this.program.opts();
  }
}

/** The options of every list command. */
export interface ListOptions {
  readonly all?: boolean;
  readonly limit: number;
  readonly after?: string;
}

/** Adds the options of a list to a command. */
export function asList(command: Command): Command {
  return command
    .option('--limit <number>', 'maximum number of items', positiveNumber, 50)
    .option('--all', 'all items')
    .option('--after <cursor>', 'continue where an earlier list ended');
}

function extentOf({ all, limit, after }: ListOptions): Extent {
  return { limit: all ? Infinity : limit, after };
}

export function positiveNumber(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('Must be a whole number above 0.');
  return Number(text);
}

/** For an option that may be repeated. */
export function gathered(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** Examples for the help of a command: each command line with its effect. */
export type Examples = Readonly<Record<string, string>>;

/** Adds a command below another one. @param about what it does, as a sentence */
export function subcommand(parent: Command, name: string, about: string, lines: Examples): Command {
  return withExamples(parent.command(name).description(about), lines);
}

export function withExamples(command: Command, lines: Examples): Command {
  const text = Object.entries(lines).map(([line, meaning]) => `  # ${meaning}\n  ${line}\n`);
  return command.addHelpText('after', `\nExamples:\n${text.join('\n')}`);
}
