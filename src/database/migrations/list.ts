import { Initial1795200000000 } from './1795200000000-initial.js';

/** In the order in which they run. */
export const migrations = [Initial1795200000000];
