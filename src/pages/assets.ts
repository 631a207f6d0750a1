import { fileURLToPath } from 'node:url';

/** The folder of style sheets and scripts; true from the bundle too, which lies beside the folders of the modules. */
export const ASSETS_FOLDER = fileURLToPath(new URL('../pages/assets', import.meta.url));
