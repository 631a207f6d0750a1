import { FACTORS } from '../../support/lost-connections/factors.js';
import { describeCuts } from '../../support/lost-connections/suite.js';

describeCuts('second factors', FACTORS);
