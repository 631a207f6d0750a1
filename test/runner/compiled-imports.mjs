import module, { createRequire } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compiledPath, compileSources, SOURCES } from '../../scripts/compiled-sources.mjs';

/** Under Playwright, whose compiler leaves out the metadata of decorators: imports from `src` lead to `.compiled`. */
export function resolve(specifier, context, next) {
  if (specifier.startsWith('.') && context.parentURL?.startsWith('file:')) {
    const path = fileURLToPath(new URL(specifier, context.parentURL));
    if (path.startsWith(SOURCES + sep))
      return { url: pathToFileURL(compiledPath(path)).href, shortCircuit: true };
  }
  return next(specifier, context);
}

/** Compiles what changed, unless a worker calls, and sends the imports of this process there. */
export async function useCompiledSources() {
  if (process.env.TEST_WORKER_INDEX === undefined) await compileSources();
  globalThis.requireOutside = createRequire(import.meta.url); // as test/runner/environment.mjs does for Jest
  if (module.registerHooks) module.registerHooks({ resolve });
  else module.register(import.meta.url);
}
