import { DEVICES } from '../../support/lost-connections/devices.js';
import { describeCuts } from '../../support/lost-connections/suite.js';

describeCuts('devices without a keyboard', DEVICES);
