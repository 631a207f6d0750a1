import { ConfirmForm } from '../shell/console/confirm-form.js';
import { renderConsole, type RecordPageProps } from '../shell/console/console-frame.js';
import type { ConfigurationChange } from './configuration.view.js';
import { Table } from '../shell/console/list.js';

/** Changes of each kind that the page shows; the command line shows all. */
const MOST = 200;

const WORDS = [
  ['delete', 'to delete', 'To delete'],
  ['update', 'to change', 'To change'],
  ['create', 'to create', 'To create'],
] as const;

interface PreviewProps extends RecordPageProps {
  /**
   * The document. The form carries it, so that what was previewed is imported and the server keeps nothing in between.
   */
  readonly text: string;
  readonly isPruning: boolean;
  readonly changes: readonly ConfigurationChange[];
  /** The error of the password field. */
  readonly password?: string;
}

export function configurationPreviewPage({ by, changes, problem, ...form }: PreviewProps): string {
  return renderConsole({
    title: 'Preview of the import',
    section: 'clients',
    under: [{ name: 'Export and import', href: '/admin/configuration' }],
    by,
    problem,
    children: (
      <>
        <p class="lead">
          {changes.length === 0
            ? 'There are no differences: the server already has everything in the file.'
            : `${counted(changes)}. Nothing has been changed yet. The import applies all changes or none.`}
        </p>
        <ChangeList changes={changes} />
        {changes.length > 0 && <ApplyForm changes={changes} {...form} />}
        <p class="after">
          <a href="/admin/configuration">Choose another file</a>
        </p>
      </>
    ),
  });
}

type ApplyProps = Omit<PreviewProps, 'by' | 'problem'>;

function ApplyForm({ changes, text, isPruning, etag, asksPassword, password }: ApplyProps) {
  const deletes = changes.some(({ action }) => action === 'delete');
  return (
    <div class={deletes ? 'card danger' : 'card'}>
      <ConfirmForm
        action="/admin/configuration/import"
        verb={changes.length === 1 ? 'Apply this change' : `Apply these ${changes.length} changes`}
        etag={etag}
        isDanger={deletes}
        isMultipart
        asksPassword={asksPassword}
        error={password}
      >
        <input type="hidden" name="document" value={text} />
        {isPruning && <input type="hidden" name="prune" value="yes" />}
      </ConfirmForm>
    </div>
  );
}

interface ListProps {
  readonly changes: readonly ConfigurationChange[];
}

/** "2 to delete, 1 to create". */
function counted(changes: readonly ConfigurationChange[]): string {
  const counts = WORDS.map(([action, word]) => [changes.filter(isOf(action)).length, word] as const);
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}

/** What an import would do: deletions first, as the most serious. */
function ChangeList({ changes }: ListProps) {
  return (
    <>
      {WORDS.map(([action, , title]) => (
        <Group key={action} action={action} title={title} changes={changes.filter(isOf(action))} />
      ))}
    </>
  );
}

interface GroupProps extends ListProps {
  readonly action: ConfigurationChange['action'];
  readonly title: string;
}

function Group({ action, title, changes }: GroupProps) {
  if (changes.length === 0) return null;
  const shown = changes.slice(0, MOST);
  return (
    <section class="card" aria-labelledby={action}>
      <h2 id={action}>{`${title}: ${changes.length}`}</h2>
      {action === 'delete' && <Deleted changes={shown} />}
      {action === 'update' && <Updated changes={shown} />}
      {action === 'create' && <Created changes={shown} />}
      {shown.length < changes.length && (
        <p>
          Only the first {MOST} are shown. <code>hearth import --dry-run FILE</code> shows all of them.
        </p>
      )}
    </section>
  );
}

function Deleted({ changes }: ListProps) {
  return (
    <ul>
      {changes.map((change) => (
        <li key={titleOf(change)}>{titleOf(change)}</li>
      ))}
    </ul>
  );
}

/** Updated objects, with a row for each member that differs. */
function Updated({ changes }: ListProps) {
  const rows = changes.flatMap((change) =>
    Object.entries(change.after ?? {}).map(([member, after]) => ({
      title: titleOf(change),
      member,
      before: textOf((change.before as Readonly<Record<string, unknown>> | null)?.[member]),
      after: textOf(after),
    })),
  );
  return (
    <Table
      caption="Changes"
      rows={rows}
      keyOf={({ title, member }) => `${title} ${member}`}
      columns={[
        { name: 'Object', isProse: true, cell: ({ title }) => title },
        { name: 'Setting', cell: ({ member }) => member },
        { name: 'Before', isProse: true, cell: ({ before }) => <Value text={before} /> },
        { name: 'After', isProse: true, cell: ({ after }) => <Value text={after} /> },
      ]}
    />
  );
}

/** Created objects, with their members that are neither empty nor false. */
function Created({ changes }: ListProps) {
  return (
    <Table
      caption="New objects"
      rows={changes}
      keyOf={titleOf}
      columns={[
        { name: 'Object', cell: titleOf },
        {
          name: 'Settings',
          cell: ({ after }) => <Value text={linesOf(after ?? {}).join('\n')} />,
        },
      ]}
    />
  );
}

function Value({ text }: { readonly text: string }) {
  return text === '' ? <span class="quiet">none</span> : <code class="value">{text}</code>;
}

function linesOf(after: object): string[] {
  const isSet = (value: unknown): boolean => textOf(value) !== '' && value !== false;
  return Object.entries(after).flatMap(([member, value]) =>
    isSet(value) ? [`${member}: ${textOf(value)}`] : [],
  );
}

function titleOf({ kind, name }: ConfigurationChange): string {
  return `${kind} ${name}`;
}

/** A list of strings with one per line, a string as it is, anything else as JSON. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  const isWords = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isWords ? value.join('\n') : JSON.stringify(value);
}

function isOf(asked: ConfigurationChange['action']): (change: ConfigurationChange) => boolean {
  return ({ action }) => action === asked;
}
