import { DEVICES } from '../../support/lost-connections/devices.js';
import { PUSHED } from '../../support/lost-connections/pushed.js';
import { describeCuts } from '../../support/lost-connections/suite.js';

describeCuts('devices without a keyboard, pushed requests', { ...DEVICES, ...PUSHED });
