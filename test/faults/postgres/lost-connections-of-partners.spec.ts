import { PROVISIONING } from '../../support/lost-connections/provisioning.js';
import { describeCuts } from '../../support/lost-connections/suite.js';
import { TOKENS } from '../../support/lost-connections/tokens.js';

describeCuts('provisioning, tokens and sessions', { ...PROVISIONING, ...TOKENS });
