import { Lines } from '../shell/console/copy.js';
import type { TokenTrial } from './try-it.js';

interface TryItProps {
  readonly trials: readonly TokenTrial[];
  readonly clientType: string;
  /** Whether snippets above show how it gets tokens. */
  readonly hasSnippets: boolean;
}

const BY_PROGRAM = 'Use a snippet of “Connect it” to get a token for this client.';
const CANT: Readonly<Record<string, string>> = {
  public:
    'This client can’t get a token yet. Give it a redirect URL, and a ruleset that allows oauth2authorize and oauth2token, such as WEB.',
  confidential: 'This client can’t get a token: its ruleset does not allow oauth2token.',
};

/** Commands that try a client out, ready to be pasted. */
export function TryIt({ trials, clientType, hasSnippets }: TryItProps) {
  return (
    <section class="card" aria-labelledby="try-heading">
      <h2 id="try-heading">Try it</h2>
      {trials.length === 0 && <p>{hasSnippets ? BY_PROGRAM : CANT[clientType]}</p>}
      {trials.map((trial) => (
        <TrialLines key={trial.title} {...trial} />
      ))}
    </section>
  );
}

function TrialLines({ title, advice, link, commands }: TokenTrial) {
  return (
    <>
      <h3>{title}</h3>
      <p>{advice}</p>
      {link !== undefined && (
        <>
          <Lines text={link} what="the address" class="address" />
          <p>
            <a href={link} target="_blank" rel="noopener" role="button" class="secondary">
              Open as a user
            </a>
          </p>
        </>
      )}
      {commands.map((command) => (
        <Lines key={command} text={command} what="the command" />
      ))}
    </>
  );
}
