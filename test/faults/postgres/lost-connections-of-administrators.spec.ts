import { ADMINISTRATION, FIRST_ADMINISTRATOR } from '../../support/lost-connections/administration.js';
import { SERVICES } from '../../support/lost-connections/services.js';
import { describeCuts } from '../../support/lost-connections/suite.js';

describeCuts('the administration, and the server by itself', {
  ...ADMINISTRATION,
  ...SERVICES,
  'the first administrator': FIRST_ADMINISTRATOR,
});
