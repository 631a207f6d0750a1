import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { compiledPath, SOURCES } from '../../scripts/compiled-sources.mjs';

const require = createRequire(import.meta.url);

/**
 * Jest's transformer for files below `src` and for large packages: produces a module that re-exports the one outside of
 * the test's context.
 */
export default {
  getCacheKey: (source, path, { supportsStaticESM }) =>
    createHash('sha256')
      .update(`${import.meta.url}\n${path}\n${supportsStaticESM}\n${source}`)
      .digest('hex'),
  process(_source, path, { supportsStaticESM }) {
    const original = path.startsWith(SOURCES) ? compiledPath(path) : path;
    if (!supportsStaticESM) return { code: `module.exports = requireOutside(${JSON.stringify(original)});` };
    const names = Object.keys(require(original)).filter((name) => name !== 'default');
    const exported = names.map((name) => `export const ${name} = outside.${name};`);
    return { code: [`const outside = requireOutside(${JSON.stringify(original)});`, ...exported].join('\n') };
  },
};
