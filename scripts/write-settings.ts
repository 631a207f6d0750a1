import { writeFileSync } from 'node:fs';
import { Environment } from '../src/platform/config/environment.js';
import { printSettings } from '../src/platform/config/setting.js';

writeFileSync(new URL('../.env.example', import.meta.url), printSettings(new Environment()));
