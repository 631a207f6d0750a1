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
    experimental: { keepImportAttributes: true }, // Node asks for them where JSON is imported
  },
  module: { type: 'es6' },
};
