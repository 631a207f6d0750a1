export { SWC } from '../../scripts/swc-options.mjs';
