import type { ApiClient } from '../api-client.js';

/** Where an account stands in its file: by line, or by its number among the users. */
export interface EntryPlace {
  /** Only for a source of several files. */
  readonly file?: string;
  readonly line?: number;
  readonly user?: number;
}

/** One entry of a file. `Left` names what the source has and Hearth does not take. */
export interface Found<Left extends string = string> {
  readonly place: EntryPlace;
  /** A line for `POST /accounts/import`; null: the entry is no person, such as a service account. */
  readonly text: string | null;
  /** Why the line is not sent. Without a `refusal`, the server judges it. */
  readonly refusal?: string;
  /** What this entry has and Hearth does not take: each counts once. */
  readonly left: readonly Left[];
}

/** An option of `hearth import accounts` that belongs to some sources. */
export interface SourceOption {
  /** As commander takes it, such as `--hashes <file>`. */
  readonly flags: string;
  readonly help: string;
  readonly isRequired?: true;
  readonly isRepeated?: true;
}

/** The values of a source's options, by the names of its registry entry. */
export type GivenOptions = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A system whose accounts can be imported. Help, options, checks and tests follow from this declaration. */
export interface ImportSource<Left extends string = string> {
  readonly product: string;
  /** What `<file>` is. */
  readonly file: string;
  /** The page in `docs/start/` for those who come from there. */
  readonly page: string;
  /** The options it takes, by their name in camel case. */
  readonly options: Readonly<Record<string, SourceOption>>;
  /** What does not come along, with what to do instead (D399). */
  readonly left: Readonly<Record<Left, string>>;
  /** An example of the command line after `hearth import accounts `. */
  readonly example: string;
  /** Checks, before anything is read, that the server has what the accounts need. @throws Failure */
  readonly checkServer?: (api: ApiClient, given: GivenOptions) => Promise<void>;
  /** Reads the entries in the order of the file, without ever having all of it in memory. @throws Failure */
  readonly read: (file: string, given: GivenOptions) => AsyncGenerator<Found<Left>, void, void>;
}

/** A place as people read it, such as `line 12` or `shop-users-0.json, user 7`. */
export function placeText({ file, line, user }: EntryPlace): string {
  const inFile = line === undefined ? `user ${user}` : `line ${line}`;
  return file === undefined ? inFile : `${file}, ${inFile}`;
}
