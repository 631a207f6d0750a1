/** TypeScript with Nest's decorator metadata and Preact's pages, compiled as `tsc` does. */
export const SWC = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic', importSource: 'preact' },
    },
  },
  module: { type: 'es6' },
};
