import type { FunctionComponent } from 'preact';
import { Curl, Op } from '../code.js';
import { AdministrationGuide } from './administration.js';
import { CallsGuide } from './calls.js';
import { ProvisioningGuide } from './provisioning.js';
import { SignInGuide } from './sign-in.js';
import { TokensGuide } from './tokens.js';

/** How each task is done, by its key. */
export const GUIDES: Readonly<Record<string, FunctionComponent<{ readonly server: string }>>> = {
  administration: AdministrationGuide,
  calls: CallsGuide,
  operation: OperationGuide,
  provisioning: ProvisioningGuide,
  'sign-in': SignInGuide,
  tokens: TokensGuide,
};

function OperationGuide() {
  return (
    <>
      <p>
        A balancer asks <Op id="healthready" />, an orchestrator <Op id="healthlive" />, Prometheus{' '}
        <Op id="metrics" />. Each node answers for itself.
      </p>
      <Curl id="healthready" />
    </>
  );
}
