import { signInPage, type SignInProps } from '../../oauth/authorize/challenge.page.js';
import type { LinkFacts } from '../../identity/mailed-links/note.page.js';
import { stepPage } from '../../platform/pages/step-page.js';
import { lookOf } from '../../platform/pages/look.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';

interface ProposalSignInProps extends Pick<
  SignInProps,
  'action' | 'cancel' | 'identifier' | 'error' | 'look'
> {
  readonly clientName: string;
  /** The browser is signed in to another account than the one that the proposal is for. */
  readonly isOther: boolean;
}

/** Reveals nothing about the account: the link's holder may be another person. */
export function proposalSignInPage(reader: Reader, { isOther, ...props }: ProposalSignInProps): string {
  const t = textsIn(reader.language);
  return signInPage(reader, {
    ...props,
    error: isOther ? { key: 'otherAccount' } : props.error,
    lead: t('proposal.signIn', { clientName: props.clientName }),
    cancelLabel: t('proposal.decline'),
  });
}

interface ProposalProps extends LinkFacts {
  readonly kind: string;
  readonly action: string;
}

/** Asks the user to accept a further address (D156), or to join a family (D159). */
export function proposalPage(reader: Reader, { kind, action, ...facts }: ProposalProps): string {
  const t = textsIn(reader.language);
  const about = kind === 'membership' ? 'family' : 'address';
  const say = (key: 'Title' | 'Means' | 'Warning' | 'Yes' | 'No'): string =>
    t(`proposal.${about}${key}`, { ...facts });
  return stepPage({
    reader,
    title: say('Title'),
    look: lookOf(facts.ofClient ?? null),
    lead: t('consent.signedInAs', { accountName: facts.name }),
    children: (
      <form method="post" action={action} class="card">
        <p>{say('Means')}</p>
        <p class="hint">{say('Warning')}</p>
        <div class="pair">
          <button type="submit" name="decision" value="accept">
            {say('Yes')}
          </button>
          <button type="submit" name="decision" value="decline" class="secondary outline">
            {say('No')}
          </button>
        </div>
      </form>
    ),
  });
}
