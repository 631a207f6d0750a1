import { readFileSync } from 'node:fs';
import { VERSION } from '../src/platform/version.js';

const OF_A_PACKAGE = /(?<="name": "hearth(?:-client)?",\n +"version": ")[^"]+/g;
const OF_THE_IMAGE = /(?<=image: \S+\/hearth:)\S+/g;

/** Files that name the version but can't read it from package.json. */
const PLACES: Readonly<Record<string, RegExp>> = {
  'package-lock.json': OF_A_PACKAGE,
  'client/package.json': OF_A_PACKAGE,
  'deploy/kubernetes/deployment.yaml': OF_THE_IMAGE,
  'deploy/kubernetes/migrate.yaml': OF_THE_IMAGE,
};

/** Each of these files with the version of package.json. */
export const VERSION_PLACES: Readonly<Record<string, () => string>> = Object.fromEntries(
  Object.entries(PLACES).map(([path, place]) => [
    path,
    () => readFileSync(path, 'utf8').replace(place, VERSION),
  ]),
);
