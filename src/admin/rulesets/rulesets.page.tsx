import { Field, TextArea } from '../../platform/pages/form.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { AdministeringPassword } from '../shell/console/confirm-form.js';
import { Badge, ButtonLink } from '../shell/console/actions.js';
import { DangerZone } from '../shell/console/danger.js';
import type { Deletion } from '../shell/console/deletion.page.js';
import { renderConsole, type PageProps } from '../shell/console/console-frame.js';
import { renderList } from '../shell/console/list-page.js';
import type { ListProps } from '../shell/console/listed.js';
import { PreviewOf } from './ruleset-preview-card.js';
import { NewRuleset, RulesetQuery } from './ruleset.args.js';
import { RulesetSettings } from '../../oauth/rulesets/ruleset-entry.js';
import type { RulesetPreviewView, RulesetView } from './ruleset.view.js';

const PATH = '/admin/rulesets';
const RULES_HINT =
  'One rule per line: a call (log2in), a prefix (prov*), or !rule to refuse what it matches. The last matching rule wins; a call that no rule matches is refused. A rule may ask how the account signed in: prov* requires acr https://refeds.org/profile/mfa max_age 300.';

export function rulesetsPage({ query, errors, ...shown }: ListProps<RulesetQuery, RulesetView>): string {
  const field = fieldsOf(RulesetQuery, query, errors);
  return renderList({
    ...shown,
    title: 'Rulesets',
    section: 'rulesets',
    path: PATH,
    actions: (
      <ButtonLink href={`${PATH}/new`} isPrimary>
        New ruleset
      </ButtonLink>
    ),
    lead: 'A ruleset defines which calls a client may make. Several clients can share one.',
    search: <Field {...field('query')} type="search" isOptional />,
    filters: [field('query')],
    after: query.after,
    none: 'No rulesets found.',
    keyOf: ({ name }) => name,
    columns: [
      { name: 'Name', isKnown: true, cell: ({ name }) => <a href={addressOfRuleset(name)}>{name}</a> },
      { name: 'Description', isText: true, cell: ({ description }) => description },
      { name: 'Rules', isText: true, cell: ({ rules }) => <code>{rules.join(' ')}</code> },
      { name: 'Clients', isNumber: true, cell: ({ clients }) => clients },
    ],
  });
}

interface FormProps extends PageProps {
  readonly values: RulesetSettings;
  /** What the rules in the form would do. */
  readonly preview?: RulesetPreviewView;
}

interface NewProps extends FormProps {
  readonly values: NewRuleset;
}

export function newRulesetPage({ values, errors, preview, ...shown }: NewProps): string {
  const field = fieldsOf(NewRuleset, values, errors);
  return renderConsole({
    ...shown,
    title: 'New ruleset',
    section: 'rulesets',
    children: (
      <form method="post" action={`${PATH}/new`} class="card">
        <Field
          {...field('name')}
          type="text"
          hint="3 to 50 capital letters, digits, - and _, such as PARTNER_READ. Can’t be changed later."
        />
        <RulesetFields {...{ values, errors }} />
        <FormButtons verb="Create ruleset" />
        {preview && <PreviewOf preview={preview} isNew />}
      </form>
    ),
  });
}

interface RulesetProps extends FormProps {
  readonly ruleset: RulesetView;
  readonly etag: string;
}

export function rulesetPage(props: RulesetProps): string {
  const { ruleset, values, etag, errors = {}, preview } = props;
  const address = addressOfRuleset(ruleset.name);
  return renderConsole({
    ...props,
    title: ruleset.name,
    section: 'rulesets',
    state: ruleset.isShipped && <Badge>Ships with Hearth</Badge>,
    children: (
      <>
        <p class="lead">
          <a href={`/admin/clients?ruleset=${encodeURIComponent(ruleset.name)}`}>
            {ruleset.clients === 1 ? 'Used by 1 client' : `Used by ${ruleset.clients} clients`}
          </a>
          . Changes take effect on every node within 5 seconds.
        </p>
        <form method="post" action={address} class="card">
          <input type="hidden" name="etag" value={etag} />
          <RulesetFields {...{ values, errors }} />
          <AdministeringPassword error={errors.confirmation} />
          <FormButtons verb="Save changes" />
          {preview && <PreviewOf preview={preview} />}
        </form>
        {!ruleset.isShipped && (
          <DangerZone
            href={`${address}/delete`}
            verb="Delete ruleset"
            about="A ruleset can only be deleted if no client uses it. This can’t be undone."
          />
        )}
      </>
    ),
  });
}

/** The save button comes first, so that Enter saves. */
function FormButtons({ verb }: { readonly verb: string }) {
  return (
    <div class="choices">
      <button type="submit">{verb}</button>
      <button type="submit" name="do" value="preview" class="secondary">
        Preview
      </button>
    </div>
  );
}

function RulesetFields({ values, errors }: Pick<FormProps, 'values' | 'errors'>) {
  const field = fieldsOf(RulesetSettings, values, errors);
  return (
    <>
      <Field {...field('description')} type="text" isOptional />
      <TextArea {...field('rules')} hint={RULES_HINT} isOptional />
    </>
  );
}

export function rulesetDeletion(name: string): Deletion {
  return {
    section: 'rulesets',
    record: { name, href: addressOfRuleset(name) },
    verb: 'Delete ruleset',
    about: 'This can’t be undone. A ruleset can only be deleted if no client uses it.',
  };
}

export function addressOfRuleset(name: string): string {
  return `${PATH}/${encodeURIComponent(name)}`;
}
