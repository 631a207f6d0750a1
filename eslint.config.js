import tseslint from 'typescript-eslint';

const NO_OR_FAIL = {
  selector: 'MemberExpression[property.name=/OrFail$/]',
  message: 'Another request may have deleted the row meanwhile, and that would be a 500: see stillThere().',
};
const FIVE_PARAMETERS = {
  selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>5]',
  message: 'A class that needs more than five others does more than one thing: split it.',
};

const ENVIRONMENT = {
  object: 'process',
  property: 'env',
  message: 'Settings are read in src/platform/config only.',
};
/** In the server it is switched off at run time too (D308). */
const FETCH = {
  name: 'fetch',
  message:
    'Use fetchOutside or postOutside for addresses that others choose, postConfigured for those of the operator.',
};
const FETCH_OF_GLOBALS = ['globalThis', 'global', 'self'].map((object) => ({
  object,
  property: FETCH.name,
  message: FETCH.message,
}));

export default tseslint.config(
  { ignores: ['**/dist/', '.compiled/', 'node_modules/', 'data/', 'coverage/', 'screenshots/'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: ['error', 'always'],
      'max-lines': ['error', 300],
      'no-console': 'error',
      'no-else-return': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      // Nest reads the parameter types of decorated classes at run time; consistent-type-imports knows that.
      '@typescript-eslint/no-extraneous-class': 'off',
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@nestjs/swagger'],
              importNamePattern: '^Api(\\w*Response|\\w*Auth|Security)$',
              message: 'What an operation answers and who may ask is declared with it (D181).',
            },
            {
              group: ['@nestjs/swagger'],
              importNamePattern: '^(Intersection|Omit|Partial|Pick)Type$',
              message:
                'They load class-validator a second time, beside the bundle: 0.12 s of a start, and 15 MB. Write the members out.',
            },
          ],
        },
      ],
      'no-restricted-properties': ['error', ENVIRONMENT],
      'no-restricted-syntax': ['error', NO_OR_FAIL],
    },
  },
  {
    files: ['src/**', 'client/src/**'],
    rules: { 'no-restricted-syntax': ['error', NO_OR_FAIL, FIVE_PARAMETERS] },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx', 'src/**/*.worker.js'], // other JavaScript there is for browsers
    ignores: ['src/cli/**', 'src/**/*.spec.ts'],
    rules: {
      'no-restricted-globals': ['error', FETCH],
      'no-restricted-properties': ['error', ENVIRONMENT, ...FETCH_OF_GLOBALS],
    },
  },
  {
    // One file has all that is to be translated.
    files: ['src/platform/pages/texts/*.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['src/platform/config/**'],
    rules: { 'no-restricted-properties': ['error', ...FETCH_OF_GLOBALS] },
  },
  {
    files: ['src/cli/environment.ts', 'test/**', 'bench/**', 'fuzz/**', 'chaos/**', 'ormconfig.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
);
