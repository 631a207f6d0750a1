import { includeIgnoreFile } from 'eslint/config';
import { fileURLToPath } from 'node:url';
import playwright from 'eslint-plugin-playwright';
import tseslint from 'typescript-eslint';

const NO_OR_FAIL = {
  selector: 'MemberExpression[property.name=/OrFail$/]',
  message: 'Another request may have deleted the row meanwhile, and that would be a 500: see stillThere().',
};
const EIGHT_PARAMETERS = {
  selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>8]',
  message: 'A class that needs more than eight others does more than one thing: split it.',
};
const JUDGES_THE_MACHINE = [
  'CallExpression[callee.name="expect"] CallExpression[callee.object.name="Date"][callee.property.name="now"]',
  'CallExpression[callee.object.name="performance"][callee.property.name="now"]',
].map((selector) => ({
  selector,
  message: 'A busy machine takes longer: wait for what you want to see, or move an injected clock.',
}));
/** In tests in a browser, beside the rules of eslint-plugin-playwright. */
const NEVER_RED_WITHOUT_A_FAULT = [
  ...['Literal[value=/[?=]/]', 'Literal[regex.pattern=/[?=]/]', 'TemplateElement[value.raw=/[?=]/]'].map(
    (query) => ({
      selector: `CallExpression[callee.property.name=/^(waitForURL|toHaveURL)$/] ${query}`,
      message: 'Scripts rewrite the query of an address: wait for what the page shows.',
    }),
  ),
  {
    selector: 'CallExpression[callee.property.name=/^(toHaveScreenshot|toMatchSnapshot)$/]',
    message: 'No lane compares pictures: npm run screenshots reports what changed.',
  },
];

/** A row for each field, setting or action: the length says nothing about how hard they are to read. */
const DECLARATIVE_TABLES = [
  'src/**/*.fields.ts',
  'src/**/*.sources.ts',
  'src/platform/audit/audit-actions.ts',
  'src/platform/errors/catalogue.ts',
  'src/platform/config/settings.ts',
];

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
  includeIgnoreFile(fileURLToPath(new URL('.gitignore', import.meta.url))),
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
              message: 'What an operation answers and who may ask is declared with it (ADR 8).',
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
    rules: { 'no-restricted-syntax': ['error', NO_OR_FAIL, EIGHT_PARAMETERS] },
  },
  {
    files: ['**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', NO_OR_FAIL, ...JUDGES_THE_MACHINE] },
  },
  {
    files: ['test/{browser,looks,walks}/**'],
    plugins: { playwright },
    rules: {
      ...Object.fromEntries(
        [
          'expect-expect',
          'missing-playwright-await',
          'no-conditional-expect',
          'no-element-handle',
          'no-eval',
          'no-focused-test',
          'no-force-option',
          'no-networkidle',
          'no-page-pause',
          'no-skipped-test',
          'no-standalone-expect',
          'no-useless-await',
          'no-useless-not',
          'no-wait-for-navigation',
          'no-wait-for-selector',
          'no-wait-for-timeout',
          'prefer-to-have-count',
          'prefer-to-have-length',
          'prefer-web-first-assertions',
          'valid-describe-callback',
          'valid-expect',
          'valid-expect-in-promise',
          'valid-test-tags',
        ].map((rule) => [`playwright/${rule}`, 'error']),
      ),
      'no-restricted-syntax': ['error', NO_OR_FAIL, ...JUDGES_THE_MACHINE, ...NEVER_RED_WITHOUT_A_FAULT],
    },
  },
  {
    files: DECLARATIVE_TABLES,
    rules: { 'max-lines': 'off' },
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
    files: ['src/platform/config/**'],
    rules: { 'no-restricted-properties': ['error', ...FETCH_OF_GLOBALS] },
  },
  {
    files: [
      'src/cli/environment.ts',
      'test/**',
      'bench/**',
      'fuzz/**',
      'chaos/**',
      'ormconfig.ts',
      'playwright.config.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
);
