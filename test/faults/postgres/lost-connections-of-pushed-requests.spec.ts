import { PUSHED } from '../../support/lost-connections/pushed.js';
import { describeCuts } from '../../support/lost-connections/suite.js';

describeCuts('pushed requests', PUSHED);
