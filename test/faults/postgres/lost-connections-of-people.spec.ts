import { PAGES } from '../../support/lost-connections/pages.js';
import { describeCuts } from '../../support/lost-connections/suite.js';

describeCuts('the pages of people', PAGES);
