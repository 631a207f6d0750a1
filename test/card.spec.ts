import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { ClassProvider, Provider, Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { APP_GUARD } from '@nestjs/core';
import { AppModule } from '../src/app.module.js';
import {
  accessOf,
  fitsAccess,
  GUARDS as ORDERED,
  type Access,
} from '../src/platform/operations/controllers.js';
import type { Operation } from '../src/platform/operations/operation.js';
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

type Source = [path: string, text: string];

const TOP = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(`${TOP}${path}`, 'utf8');
const readJson = <T>(path: string) => JSON.parse(read(path)) as T;

const AT_THE_TOP = [
  ...['package.json', 'tsconfig.json', 'nest-cli.json', 'ormconfig.ts', '.env.example'],
  ...['src', 'test'],
];

/** The packages that the server runs on. */
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

/** Classes of other folders that a module may wire: Nest looks for a class in the module of its folder. */
const MOST_OF_OTHERS = 15;

type Judging = Type & { readonly judges: (operation: Operation) => boolean };

const GUARDS = ['ClientAuthGuard', 'RulesetGuard', 'AccountAuthGuard'];

describe('project parts', () => {
  const sources = sourcesOf('src').filter(([path]) => !path.endsWith('.spec.ts'));
  const { dependencies, devDependencies } = readJson<Package>('package.json');

  it('has these files and folders at the top level', () => {
    expect(AT_THE_TOP.filter((path) => !existsSync(`${TOP}${path}`))).toEqual([]);
  });

  it('has these packages, which the server imports', () => {
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(PACKAGES));
    expect(PACKAGES.filter((name) => !isImported(name, sources))).toEqual([]);
  });

  it('has these packages to compile and test', () => {
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(TOOLS));
  });

  it('has no Nest package that is never imported', () => {
    const all = Object.keys({ ...dependencies, ...devDependencies });
    const used = [...sources, ...sourcesOf('test')];
    expect(all.filter((name) => name.startsWith('@nestjs/') && !isImported(name, used))).toEqual([]);
  });

  it('has these Nest modules', () => {
    expect([...modules()].map(({ name }) => name)).toEqual(expect.arrayContaining(MODULES));
  });
});

describe('the modules of src', () => {
  const sources = sourcesOf('src');
  const modulesOf = new Map([...modules()].map((module) => [module.name, module]));
  const wired = new Map(
    sources.flatMap(([path, text]) => {
      const module = modulesOf.get(/^export class (\w+Module)\b/m.exec(text)?.[1] ?? '');
      return module ? [[module.name, ofOtherFolders(module, path, text, sources)]] : [];
    }),
  );

  it(`wire at most ${MOST_OF_OTHERS} providers and controllers of other folders`, () => {
    const most = [...wired].filter(([, names]) => names.length > MOST_OF_OTHERS);
    expect(most.map(([name]) => name)).toEqual([]);
  });

  it('are all inspected, and their wiring is found', () => {
    const declared = sources.flatMap(([, text]) => [...text.matchAll(/^export class (\w+Module)\b/gm)]);
    const dynamic = ['BaseModule', 'DatabaseModule']; // for values given to the process from outside
    expect([...wired.keys(), ...dynamic].sort()).toEqual(declared.map(([, name]) => name).sort());
    expect(wired.get('AppModule')).toEqual(expect.arrayContaining([...GUARDS, 'ProblemFilter']));
    expect(wired.get('GrantsModule')).toEqual([]);
  });
});

describe('nest-cli.json', () => {
  const { collection, sourceRoot, entryFile, generateOptions, compilerOptions } =
    readJson<NestCli>('nest-cli.json');

  it('generates into src, beside existing files, and without a spec that only checks that a class exists', () => {
    expect(collection).toBe('@nestjs/schematics');
    expect(sourceRoot).toBe('src');
    expect(generateOptions).toEqual({ spec: false, flat: true });
  });

  it('names files that exist', () => {
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

/** They are global and judge by the handler's declaration, so every controller has them (docs/reference/architecture.md). */
describe('the guards of each controller', () => {
  const handlers = controllers().flatMap(handlersOf);

  it('authenticate the client, judge by its ruleset, then require the account', () => {
    const providers = Reflect.getMetadata(MODULE_METADATA.PROVIDERS, AppModule) as ClassProvider[];
    const guards = providers.filter(({ provide }) => provide === APP_GUARD);
    const names = guards.map(({ useClass }) => useClass.name);
    expect(names.filter((name) => GUARDS.includes(name))).toEqual(GUARDS);
  });

  it('find a declaration on each handler', () => {
    expect(handlers.filter(({ operation }) => !operation)).toEqual([]);
    expect(controllers().filter((controller) => handlersOf(controller).length === 0)).toEqual([]);
    expect(handlers.length).toBeGreaterThan(250);
  });

  it('judge what their decorators declare', () => {
    const providers = Reflect.getMetadata(MODULE_METADATA.PROVIDERS, AppModule) as ClassProvider[];
    const classes = providers.filter(({ provide }) => provide === APP_GUARD).map(({ useClass }) => useClass);
    expect(classes.map(({ name }) => name)).toEqual(ORDERED);
    const judging = classes.filter((each): each is Judging => 'judges' in each);
    expect(judging.map(({ name }) => name)).toEqual([...GUARDS, 'SignedInGuard', 'AdministratorGuard']);
    const wrong = controllers().filter((controller) => {
      const guarded = handlersOf(controller).flatMap(({ operation }) => operation ?? []);
      const demanding = guarded.filter(({ openBecause }) => openBecause === null);
      const names = judging.filter(({ judges }) => demanding.some(judges)).map(({ name }) => name);
      return accessOf(controller)?.guards.join() !== names.join();
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('find nothing on a handler that its controller does not declare', () => {
    const other = controllers().flatMap((controller) => {
      const access = accessOf(controller);
      const handlers = handlersOf(controller);
      return handlers.filter(({ operation }) => !access || !operation || !fitsAccess(access, operation));
    });
    expect(other).toEqual([]);
    const openPages: Access = { client: 'none', account: 'none', isAdministration: false, guards: [] };
    const [userInfo] = declaredOperations().filter(({ name }) => name === 'oauth2userinfo');
    expect(fitsAccess(openPages, userInfo)).toBe(false);
  });

  it('require a client or an account, unless the handler says why it needs none', () => {
    const unguarded = declaredOperations().filter(
      ({ client, account, administration, openBecause }) =>
        client === 'none' && account === 'none' && administration === null && !openBecause,
    );
    expect(unguarded).toEqual([]);
  });
});

/** The classes that a module wires from other folders than its own. */
function ofOtherFolders(module: Type, path: string, text: string, sources: readonly Source[]): string[] {
  const imports = [...text.matchAll(/^import \{([^}]*)\} from '(\.[^']*)'/gm)].flatMap(([, names, from]) =>
    names.split(',').map((name) => [name.trim(), join(dirname(path), from)] as const),
  );
  const places = new Map(imports);
  // for a list that is made elsewhere, such as GRANT_TYPES
  const declaredIn = (name: string) =>
    sources.find(([, code]) => new RegExp(`^export class ${name}\\b`, 'm').test(code))?.[0] ?? '';
  const kinds = [MODULE_METADATA.PROVIDERS, MODULE_METADATA.CONTROLLERS];
  return kinds
    .flatMap((kind) => (Reflect.getMetadata(kind, module) as Provider[] | undefined) ?? [])
    .map(nameOf)
    .filter((name) => folderOf(places.get(name) ?? declaredIn(name)) !== folderOf(path));
}

function nameOf(provider: Provider): string {
  if (typeof provider === 'function') return provider.name;
  const { useClass, provide } = provider as ClassProvider;
  return useClass?.name ?? (provide as Type).name;
}

/** A folder of a room, or the room. */
function folderOf(path: string): string {
  return dirname(path).split('/').slice(0, 2).join('/');
}

/** Each TypeScript file of a folder, by its path in it, with its text. */
function sourcesOf(folder: string): Source[] {
  return readdirSync(`${TOP}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [path, read(`${folder}/${path}`)]);
}

function isImported(name: string, sources: readonly (readonly [path: string, text: string])[]): boolean {
  return sources.some(([, text]) => text.includes(` from '${name}'`) || text.includes(` from '${name}/`));
}
