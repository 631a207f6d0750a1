import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { ClassProvider } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { APP_GUARD } from '@nestjs/core';
import { AppModule } from '../src/app.module.js';
import { controllers, declaredOperations, handlersOf, modules } from './support/declared.js';

interface Package {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
interface NestCli {
  readonly collection: string;
  readonly sourceRoot: string;
  readonly entryFile: string;
  readonly generateOptions: Readonly<Record<string, boolean>>;
  readonly compilerOptions: {
    readonly tsConfigPath: string;
    readonly assets: readonly string[];
    readonly deleteOutDir: boolean;
  };
}
interface TsConfig {
  readonly extends?: string;
  readonly compilerOptions: { readonly outDir?: string };
}

const TOP = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(`${TOP}${path}`, 'utf8');
const readJson = <T>(path: string) => JSON.parse(read(path)) as T;

const AT_THE_TOP = [
  ...['package.json', 'tsconfig.json', 'nest-cli.json', 'ormconfig.ts', '.env.example'],
  ...['src', 'test'],
];

/** What the server runs on. */
const PACKAGES = [
  ...['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', '@nestjs/typeorm', 'express'],
  ...['typeorm', 'pg', 'express-session', 'bcrypt', 'class-validator'],
];
const TOOLS = ['jest', 'typescript'];

/** One each for accounts, clients, tokens, consent to an authorization code, sessions of the web flow, provisioning. */
const MODULES = [
  ...['AccountsModule', 'ClientsModule', 'TokensModule', 'AuthorizationModule', 'WebFlowModule'],
  'ProvisioningModule',
];

const GUARDS = ['ClientAuthGuard', 'RulesetGuard', 'AccountAuthGuard'];

describe('what the project is made of', () => {
  const sources = sourcesOf('src').filter(([path]) => !path.endsWith('.spec.ts'));
  const { dependencies, devDependencies } = readJson<Package>('package.json');

  it('has these files and folders at the top', () => {
    expect(AT_THE_TOP.filter((path) => !existsSync(`${TOP}${path}`))).toEqual([]);
  });

  it('has these packages, which the server imports', () => {
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(PACKAGES));
    expect(PACKAGES.filter((name) => !isImported(name, sources))).toEqual([]);
  });

  it('is compiled and tested by these', () => {
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(TOOLS));
  });

  it('has no package of Nest that nothing imports', () => {
    const all = Object.keys({ ...dependencies, ...devDependencies });
    const used = [...sources, ...sourcesOf('test')];
    expect(all.filter((name) => name.startsWith('@nestjs/') && !isImported(name, used))).toEqual([]);
  });

  it('has these Nest modules', () => {
    expect([...modules()].map(({ name }) => name)).toEqual(expect.arrayContaining(MODULES));
  });
});

describe('nest-cli.json', () => {
  const { collection, sourceRoot, entryFile, generateOptions, compilerOptions } =
    readJson<NestCli>('nest-cli.json');

  it('generates into src, beside what is there, without a spec that only asks whether a class exists', () => {
    expect(collection).toBe('@nestjs/schematics');
    expect(sourceRoot).toBe('src');
    expect(generateOptions).toEqual({ spec: false, flat: true });
  });

  it('names files that there are', () => {
    expect(existsSync(`${TOP}${sourceRoot}/${entryFile}.ts`)).toBe(true);
    for (const assets of compilerOptions.assets)
      expect(readdirSync(`${TOP}${sourceRoot}/${assets.replace('/*', '')}`).length).toBeGreaterThan(0);
  });

  it('compiles as the build does, into a folder that Git ignores and the build does not use', () => {
    const { tsConfigPath, deleteOutDir } = compilerOptions;
    expect(deleteOutDir).toBe(false);
    const { extends: base, compilerOptions: own } = readJson<TsConfig>(tsConfigPath);
    expect(base).toBe('./tsconfig.build.json');
    expect(own).toEqual({ outDir: '.nest-build' });
    expect(own.outDir).not.toBe(readJson<TsConfig>('tsconfig.build.json').compilerOptions.outDir);
    expect(read('.gitignore').split('\n')).toContain(`${own.outDir}/`);
  });
});

/** They are global and judge by the declaration of the handler, so no controller can do without (docs/architecture.md). */
describe('the guards of each controller', () => {
  const handlers = controllers().flatMap(handlersOf);

  it('authenticate the client, judge by its ruleset, then require the account', () => {
    const providers = Reflect.getMetadata(MODULE_METADATA.PROVIDERS, AppModule) as ClassProvider[];
    const guards = providers.filter(({ provide }) => provide === APP_GUARD);
    const names = guards.map(({ useClass }) => useClass.name);
    expect(names.filter((name) => GUARDS.includes(name))).toEqual(GUARDS);
  });

  it('find a declaration at each handler', () => {
    expect(handlers.filter(({ operation }) => !operation)).toEqual([]);
    expect(controllers().filter((controller) => handlersOf(controller).length === 0)).toEqual([]);
    expect(handlers.length).toBeGreaterThan(250);
  });

  it('require a client or an account, or the handler says why nobody has to be', () => {
    const unguarded = declaredOperations().filter(
      ({ client, account, administration, openBecause }) =>
        client === 'none' && account === 'none' && administration === null && !openBecause,
    );
    expect(unguarded).toEqual([]);
  });
});

/** Each TypeScript file of a folder, with its text. */
function sourcesOf(folder: string): [path: string, text: string][] {
  return readdirSync(`${TOP}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [path, read(`${folder}/${path}`)]);
}

function isImported(name: string, sources: readonly (readonly [path: string, text: string])[]): boolean {
  return sources.some(([, text]) => text.includes(` from '${name}'`) || text.includes(` from '${name}/`));
}
