import { ADMINISTRATION, FIRST_ADMINISTRATOR } from '../support/lost-connections/administration.js';
import { BRANDING } from '../support/lost-connections/branding.js';
import { PROVIDERS } from '../support/lost-connections/providers.js';
import { SERVICES } from '../support/lost-connections/services.js';
import { WEBHOOKS } from '../support/lost-connections/webhooks.js';
import { describeCuts } from '../support/lost-connections/suite.js';

describeCuts('the administration, and the server by itself', {
  ...ADMINISTRATION,
  ...BRANDING,
  ...PROVIDERS,
  ...SERVICES,
  ...WEBHOOKS,
  'the first administrator': FIRST_ADMINISTRATOR,
});
