import { readFileSync } from 'node:fs';
import type { TFunction } from 'i18next';
import { render } from 'preact-render-to-string';
import { ROLE_NAMES } from '../../identity/families/family-rules.js';
import type { UserAgent } from '../../identity/sign-ins/user-agent.js';
import { allowedIn, type AllowedScopes } from '../../oauth/consent/allowed-scopes.js';
import type { ResourceSet } from '../../oauth/resources/known-resources.js';
import type { NamedTarget } from '../../oauth/tokens/named-targets.js';
import { givenBy } from '../../oauth/tokens/scope.js';
import { lookOf } from '../../platform/pages/look.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn, type TextKey } from '../../platform/pages/texts/texts.js';
import { exactTime, exactTimes } from '../../platform/pages/when.js';
import { capitalized } from '../../platform/pages/words.js';
import { besideCode } from '../../platform/paths.js';
import { browserName } from '../frame/browser-name.js';
import { toldEvent } from '../frame/told-events.js';
import { WHAT_IS_NOT_HERE } from './own-data.left.js';
import { OF_THIS_SERVER, type ShownColumn, type ValueKind } from './own-data.sources.js';

/** One JSON file of the download. */
export interface DataSection {
  /** Without `.json`. */
  readonly file: string;
  readonly heading: TextKey;
  /** Absent: the page only names the file. */
  readonly shown?: readonly ShownColumn[];
  readonly parts: () => AsyncIterable<object[]>;
}

interface IndexProps {
  readonly sections: readonly DataSection[];
  /** The names of the pictures. */
  readonly pictures: readonly string[];
  readonly at: Date;
  /** Names applications by their ids. */
  readonly namesOf: (clientIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly resources: () => ResourceSet | Promise<ResourceSet>;
}

type Row = Readonly<Record<string, unknown>>;
type Names = ReadonlyMap<string, string>;

const STYLES = ['tokens', 'base', 'people'];
/** The page is opened from a disk: it loads nothing but the pictures beside it. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:";
/** Where the rows of a section go. */
const PLACE = /<slot name="([\w-]+)"><\/slot>/;

/** The page of the download that a person reads, a part at a time (D387). */
export async function* dataIndex(reader: Reader, props: IndexProps): AsyncGenerator<string> {
  const t = textsIn(reader.language);
  const frame = `<!doctype html>${render(<Index {...{ t, reader, ...props }} />)}`;
  const values = new Values(t, reader, await props.resources());
  for (const [index, piece] of frame.split(PLACE).entries()) {
    const section = index % 2 === 0 ? null : props.sections.find(({ file }) => file === piece);
    if (section) yield* rowsOf(section, values, props);
    else yield piece;
  }
}

async function* rowsOf(
  { shown = [], parts }: DataSection,
  values: Values,
  { namesOf }: IndexProps,
): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const part of parts()) {
    const rows = part as Row[];
    const names = await namesOf([...new Set(rows.map((row) => row.client_id))].filter(isText));
    for (const row of rows) {
      const facts = values.of(row, shown, names);
      if (facts === null) continue;
      isEmpty = false;
      yield render(
        <li>
          <dl>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </li>,
      );
    }
  }
  if (isEmpty) yield render(<li class="hint">{values.t('data.index.none')}</li>);
}

function Index({
  t,
  reader,
  sections,
  pictures,
  at,
}: IndexProps & { readonly t: TFunction; readonly reader: Reader }) {
  const { serverName } = lookOf(null);
  const title = t('account.tabs.data');
  const read = sections.filter(({ shown }) => shown);
  const others = sections.filter(({ shown }) => !shown);
  return (
    <html lang={reader.language}>
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · ${serverName}`}</title>
        <style dangerouslySetInnerHTML={{ __html: styles() }} />
      </head>
      <body>
        <div class="sheet">
          <main class="page">
            <h1>{title}</h1>
            <p class="lead">{t('data.index.lead', { serverName, time: exactTime(reader, at) })}</p>
            <nav class="card" aria-labelledby="contents">
              <h2 id="contents">{t('data.index.contents')}</h2>
              <ul class="contents">
                {read.map(({ file, heading }) => (
                  <li key={file}>
                    <a href={`#${file}`}>{t(heading)}</a>
                  </li>
                ))}
                {pictures.length > 0 && (
                  <li>
                    <a href="#pictures">{t('data.index.pictures')}</a>
                  </li>
                )}
                <li>
                  <a href="#files">{t('data.index.others')}</a>
                </li>
              </ul>
            </nav>
            {read.map(({ file, heading }) => (
              <section key={file} class="card" id={file}>
                <h2>{t(heading)}</h2>
                <ul class="rows">
                  <slot name={file} />
                </ul>
                <FileLink t={t} file={file} />
              </section>
            ))}
            {pictures.length > 0 && (
              <section class="card" id="pictures">
                <h2>{t('data.index.pictures')}</h2>
                {pictures.map((name) => (
                  <a key={name} href={name}>
                    <img src={name} alt={name} width="160" />
                  </a>
                ))}
              </section>
            )}
            <section class="card" id="files">
              <h2>{t('data.index.others')}</h2>
              <p class="hint">{t('data.index.othersHint')}</p>
              <ul class="rows">
                {others.map(({ file, heading }) => (
                  <OtherFile key={file} name={`${file}.json`} what={t(heading)} />
                ))}
                <OtherFile name={WHAT_IS_NOT_HERE} what={t('data.index.notHere')} />
              </ul>
            </section>
          </main>
        </div>
      </body>
    </html>
  );
}

function FileLink({ t, file }: { readonly t: TFunction; readonly file: string }) {
  return (
    <p class="hint">
      {t('data.index.details')} <a href={`${file}.json`}>{`${file}.json`}</a>
    </p>
  );
}

function OtherFile({ name, what }: { readonly name: string; readonly what: string }) {
  return (
    <li>
      <div>{what}</div>
      <a href={name}>{name}</a>
    </li>
  );
}

/** The style sheets of people's pages: text of this code, so that the page needs no server. */
function styles(): string {
  const texts = STYLES.map((name) => readFileSync(besideCode(`platform/pages/assets/${name}.css`), 'utf8'));
  return texts.join('\n');
}

/** Says the values of rows in the reader's words. */
class Values {
  private readonly said: Record<ValueKind, (value: unknown, row: Row, names: Names) => string | null>;

  constructor(
    readonly t: TFunction,
    reader: Reader,
    private readonly resources: ResourceSet,
  ) {
    const exact = exactTimes(reader);
    const named = (type: 'region' | 'language') => (value: unknown) => nameOf(reader, type, String(value));
    this.said = {
      text: (value) => String(value),
      time: (value) => timeOf(exact, value),
      yesNo: (value) => t(value === true ? 'data.index.yes' : 'data.index.no'),
      country: named('region'),
      language: named('language'),
      identifierType: (value) => t(IDENTIFIER_TYPES[String(value)] ?? 'ways.types.externalId'),
      role: (value) => t(`families.role.${ROLE_NAMES[Number(value)]}`),
      browser: (value) => browserOf(t, value as UserAgent),
      client: (value, _, names) => names.get(String(value)) ?? String(value),
      scopes: (value, { client_id: clientId }) =>
        allowed(t, allowedIn(value as string[], String(clientId), this.resources)),
      targets: (value) => (value as NamedTarget[]).map((target) => targetName(t, target)).join(' · '),
      event: (value, { outcome }) => {
        const what = toldEvent(String(value), String(outcome));
        return what && t(`account.history.${what}`);
      },
    };
  }

  /** Returns labels and values of a row without what is empty; null: the page leaves the row out. */
  of(row: Row, shown: readonly ShownColumn[], names: Names): [label: string, value: string][] | null {
    const facts: [string, string][] = [];
    for (const [column, label, kind = 'text'] of shown) {
      const value = column.split('.').reduce<unknown>((of, name) => (of as Row | null)?.[name] ?? null, row);
      const said = value === null ? null : this.said[kind](value, row, names);
      if (said !== null) facts.push([capitalized(this.t(label)), said]);
      else if (kind === 'event') return null;
    }
    return facts;
  }
}

const IDENTIFIER_TYPES: Readonly<Record<string, TextKey>> = {
  Email: 'ways.types.email',
  Msisdn: 'ways.types.phone',
  Login: 'ways.types.login',
};

/** What an application is allowed, here and at the servers of others. */
function allowed(t: TFunction, { scopes, resources }: AllowedScopes): string {
  const ofResources = resources.map(({ identifier, name, scopes: asked }) => {
    const texts = asked.map(({ text }) => text).filter((text) => text !== '');
    if (name === null) return t('consent.resourceEnded', { resource: identifier });
    if (texts.length === 0) return t('consent.resourceAlone', { resource: name });
    return `${t('consent.resource', { resource: name })} ${texts.join(' · ')}`;
  });
  return [...givenBy(scopes).map((given) => t(`given.${given}`)), ...ofResources].join(' · ');
}

function targetName(t: TFunction, { name, identifier }: NamedTarget): string {
  if (identifier === OF_THIS_SERVER) return lookOf(null).serverName;
  return name ?? t('data.index.goneServer');
}

/** @param value a Date, its text, or milliseconds */
function timeOf(exact: (at: Date) => string, value: unknown): string {
  const at = new Date(value as string);
  return Number.isNaN(at.getTime()) ? String(value) : exact(at);
}

function browserOf(t: TFunction, agent: UserAgent): string {
  const name = browserName(t, agent);
  return agent.network ? `${name} · ${t('account.network', { network: agent.network })}` : name;
}

/** The name of a country or language; as it is kept, if it has none. */
function nameOf({ language }: Reader, type: 'region' | 'language', code: string): string {
  try {
    return new Intl.DisplayNames(language, { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
