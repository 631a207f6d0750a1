import { pipeline, Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { Failure } from '../failure.js';
import type { Found, GivenOptions, ImportSource } from './source.js';
import { fileLines, fileText } from './text-file.js';
import { filled, localPart } from './export-values.js';
import { entryOf, IDS_OF } from './exported-user.js';

/** What each column is, in the order of the documentation. */
export const COLUMNS = {
  name: 'the name; without it, the part of the address before the @, or the login',
  email: 'an e-mail address',
  emailIsValidated: '`true` if it was confirmed',
  phone: 'a phone number with `+`, or a national one with `countryCode`',
  phoneIsValidated: '`true` if it was confirmed',
  login: 'a user name; another address than `email` is taken as one that was not confirmed',
  id: 'the id in the old system; comes along with `--ids-of`',
  passwordHash:
    'a hash in one of the forms that an import takes; without it, the account is pending until it is invited',
  countryCode: 'such as `DE`',
  locale: 'such as `de`',
  isDisabled: '`true`: nobody can sign in until an administrator enables it',
} as const;
type Column = keyof typeof COLUMNS;

const SEPARATORS = [',', ';', '\t'] as const;
const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  '1': true,
  '0': false,
  '': false,
};
/** In bytes; an account has a few hundred. */
const LARGEST_ROW = 200_000;

const LEFT = {
  columns: 'columns that Hearth does not know',
  ids: 'ids: use --ids-of',
} as const;
type Left = keyof typeof LEFT;

/** Any table: a database or a spreadsheet writes it. */
export const CSV: ImportSource<Left> = {
  product: 'a table (CSV)',
  file: `CSV with a header: ${Object.keys(COLUMNS).join(', ')}`,
  page: 'from-csv.md',
  options: { idsOf: IDS_OF },
  left: LEFT,
  example: '--from csv users.csv --dry-run',
  read,
};

type Row = Readonly<Partial<Record<string, string>>>;

async function* read(file: string, given: GivenOptions): AsyncGenerator<Found<Left>, void, void> {
  const header = await headerOf(file);
  const parser = parse({
    columns: (names: string[]) => checkedColumns(file, names),
    delimiter: SEPARATORS.find((each) => header.includes(each)),
    info: true,
    max_record_size: LARGEST_ROW,
    skip_empty_lines: true,
  });
  pipeline(Readable.from(fileText(file)), parser, () => undefined); // its errors reach the loop
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: Row; info: Info }>)
      yield { place: { line: info.lines }, ...foundIn(record, given) };
  } catch (cause) {
    throw cause instanceof CsvError ? new Failure(`${file}: ${cause.message}`) : cause;
  }
}

async function headerOf(file: string): Promise<string> {
  for await (const { text } of fileLines(file)) return text;
  throw new Failure(`${file} is empty.`);
}

function checkedColumns(file: string, names: readonly string[]): string[] {
  const columns = names.map((name) => name.trim());
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw new Failure(`${file} has the column ${twice} twice.`);
  if (!columns.some((name) => ['email', 'phone', 'login', 'id'].includes(name)))
    throw new Failure(
      `${file} has none of the columns email, phone, login and id in its first line. Columns: ${Object.keys(COLUMNS).join(', ')}.`,
    );
  return columns;
}

function foundIn(row: Row, given: GivenOptions): Omit<Found<Left>, 'place'> {
  const cell = (column: Column): string | undefined => filled(row[column]?.trim());
  const flags = (['emailIsValidated', 'phoneIsValidated', 'isDisabled'] as const).map(
    (column) => [column, FLAGS[(cell(column) ?? '').toLowerCase()]] as const,
  );
  const { emailIsValidated, phoneIsValidated, isDisabled } = Object.fromEntries(flags);
  const wrong = flags.find(([, value]) => value === undefined)?.[0];
  const entry = entryOf<Left>(
    {
      names: [cell('name'), localPart(cell('email')), cell('login'), cell('phone')],
      email: cell('email'),
      isEmailValidated: emailIsValidated,
      username: cell('login'),
      phone: cell('phone'),
      isPhoneValidated: phoneIsValidated,
      id: cell('id'),
      passwordHash: cell('passwordHash'),
      countryCode: cell('countryCode'),
      locale: cell('locale'),
      isDisabled: isDisabled === true,
    },
    {
      columns: Object.entries(row).some(
        ([name, value]) => !Object.hasOwn(COLUMNS, name) && filled(value?.trim()),
      ),
    },
    given,
  );
  return { ...entry, refusal: wrong === undefined ? undefined : `${wrong} must be true or false` };
}
