import type { FunctionComponent } from 'preact';
import { AdministrationGuide } from './administration.js';
import { CallsGuide } from './calls.js';
import type { GuideProps } from './guide-props.js';
import { OperationGuide } from './operation.js';
import { ProvisioningGuide } from './provisioning.js';
import { SignInGuide } from './sign-in.js';
import { TokensGuide } from './tokens.js';

/** How each task is done, by its key. */
export const GUIDES: Readonly<Record<string, FunctionComponent<GuideProps>>> = {
  administration: AdministrationGuide,
  calls: CallsGuide,
  operation: OperationGuide,
  provisioning: ProvisioningGuide,
  'sign-in': SignInGuide,
  tokens: TokensGuide,
};
