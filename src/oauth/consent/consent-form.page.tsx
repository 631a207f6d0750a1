import type { ComponentChildren } from 'preact';
import type { AccountInformationView } from '../../identity/accounts/account-information.view.js';
import type { Look } from '../../platform/pages/look.js';
import type { Reader } from '../../platform/pages/reader.js';
import { stepPage } from '../../platform/pages/step-page.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { onlyReads } from '../tokens/scope.js';
import type { AskedResource } from './asked-scopes.js';
import { ConsentQuestion } from './consent-question.js';
import { ScopeList } from './scope-list.js';

export interface ConsentFormProps {
  readonly action: string;
  /** To the sign-in form, for another account. */
  readonly switchPath: string;
  readonly clientName: string;
  readonly homepageUrl: string | null;
  readonly account: Pick<AccountInformationView, 'accountId' | 'name' | 'identifiers'>;
  readonly scopes: readonly string[];
  readonly resources?: readonly AskedResource[];
  readonly look?: Look;
}

interface Around {
  readonly title: string;
  readonly above?: ComponentChildren;
  readonly below?: ComponentChildren;
}

/** Asks a user to allow what a third party asks for: what it gets, what it does not, and who is signed in. */
export function consentFormPage(
  reader: Reader,
  props: ConsentFormProps,
  { title, above, below }: Around,
): string {
  const { action, switchPath, account, scopes, resources, look, ...client } = props;
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title,
    look,
    heading: null,
    children: (
      <form method="post" action={action} class="card">
        <h1>{title}</h1>
        <p class="lead">
          {t('consent.signedInAs', { accountName: account.name })} ·{' '}
          <a href={switchPath}>{t('consent.switch')}</a>
        </p>
        <input type="hidden" name="account" value={account.accountId} />
        {above}
        <ConsentQuestion t={t} {...client} />
        <ScopeList t={t} scopes={scopes} resources={resources} account={account} />
        <p>{t(onlyReads(scopes) && !resources?.length ? 'consent.not' : 'consent.notPassword')}</p>
        <p class="hint">{t('consent.lasts')}</p>
        <div class="pair">
          <button type="submit" name="decision" value="allow">
            {t('consent.allow')}
          </button>
          <button type="submit" name="decision" value="deny" class="secondary">
            {t('consent.deny')}
          </button>
        </div>
        {below}
      </form>
    ),
  });
}
