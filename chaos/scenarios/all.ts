import { CROWDED_SCENARIOS } from './crowded.js';
import { DATABASE_SCENARIOS } from './database.js';
import { NODE_SCENARIOS } from './nodes.js';
import type { Scenario } from './scenario.js';

export const SCENARIOS: readonly Scenario[] = [
  ...NODE_SCENARIOS,
  ...DATABASE_SCENARIOS,
  ...CROWDED_SCENARIOS,
];
