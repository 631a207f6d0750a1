import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { SETTING_NAMES } from '../../src/platform/config/settings.js';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

interface Service {
  readonly build?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly networks: readonly string[] | { readonly front: { readonly ipv4_address: string } };
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly stop_grace_period?: string;
  readonly depends_on?: unknown;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: {
    readonly front: { readonly ipam: { readonly config: { subnet: string; ip_range: string }[] } };
  };
  readonly volumes: Readonly<Record<string, unknown>>;
}

const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const { database, proxy, ...nodes } = compose.services;
const caddyfile = read('deploy/Caddyfile');
const dockerfile = read('Dockerfile');
const example = parseEnv(read('deploy/compose.env.example')) as Record<string, string>;

/** Fills in `${NAME:?why}` and `${NAME:-default}` as docker compose does. */
const filledIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_all, name: string, kind: string, rest: string) => {
    if (values[name]) return values[name];
    if (kind === '?') throw new Error(`${name}: ${rest}`);
    return rest;
  });
const given = {
  ...example,
  POSTGRES_PASSWORD: 'a1'.repeat(32),
  MASTER_KEY: 'b2'.repeat(32),
  SESSION_SECRET: 'c3'.repeat(32),
  METRICS_TOKEN: 'd4'.repeat(32),
};

function addressOf({ networks }: Service): string {
  if ('front' in networks) return networks.front.ipv4_address;
  throw new Error('it gets an address that nobody knows');
}

describe('compose.yaml', () => {
  it('has PostgreSQL, two nodes and a proxy', () => {
    expect(Object.keys(nodes)).toEqual(['node-a', 'node-b']);
    for (const [name, node] of Object.entries(nodes))
      expect(node).toEqual({ ...nodes['node-a'], hostname: name }); // by which the console knows it
    expect([database, proxy].every((service) => service !== undefined)).toBe(true);
  });

  it('gives the nodes settings that Hearth knows and can start with', () => {
    const { environment } = nodes['node-a'];
    expect(Object.keys(environment).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
    const entries = Object.entries(environment).map(([name, text]) => [name, filledIn(text, given)]);
    const image = Object.fromEntries(
      [...(/^ENV (.*)$/m.exec(dockerfile) as string[])[1].matchAll(/(\w+)=(\S+)/g)].map(([, k, v]) => [k, v]),
    );
    const config = loadConfig({ ...image, ...Object.fromEntries(entries) } as NodeJS.ProcessEnv);
    expect(config).toMatchObject({
      environment: 'production',
      host: '0.0.0.0',
      publicUrl: 'https://localhost',
      trustedProxies: [addressOf(proxy)],
      smtpUrl: null,
      mailFrom: example.MAIL_FROM,
    });
    expect(config.databaseUrl).toBe(`postgres://hearth:${given.POSTGRES_PASSWORD}@database:5432/hearth`);
  });

  it('does not start without its secrets, and contains none', () => {
    const secrets = ['POSTGRES_PASSWORD', 'MASTER_KEY', 'SESSION_SECRET', 'METRICS_TOKEN'];
    for (const name of secrets) expect(example[name]).toBe('');
    const text = JSON.stringify(compose);
    for (const name of secrets) expect(() => filledIn(text, { ...given, [name]: '' })).toThrow(name);
    expect(read('.gitignore').split('\n')).toContain('deploy/compose.env');
  });

  it('asks for what its example lists, and nothing else', () => {
    const asked = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect([...new Set(asked)].sort()).toEqual(Object.keys(example).sort());
  });

  it('lets no request bypass the proxy: only the proxy has ports, and only the nodes reach the database', () => {
    for (const service of [database, ...Object.values(nodes)]) expect(service).not.toHaveProperty('ports');
    expect(Object.keys(proxy.networks)).toEqual(['front']);
    expect(database.networks).toEqual(['back']);
  });

  it('nodes trust only the proxy, whose address no one else has', () => {
    const [{ subnet, ip_range: others }] = compose.networks.front.ipam.config;
    const [network, rest] = [subnet, others].map((range) => {
      const [address, bits] = range.split('/');
      const list = new BlockList();
      list.addSubnet(address, Number(bits));
      return list;
    });
    expect([network.check(addressOf(proxy)), rest.check(addressOf(proxy))]).toEqual([true, false]);
  });

  it('gives a node enough time to stop', () => {
    const { environment, stop_grace_period: grace = '' } = nodes['node-a'];
    expect(parseInt(grace, 10)).toBeGreaterThan(Number(environment.SHUTDOWN_DELAY) + 10);
  });

  it('names files and volumes that exist', () => {
    for (const mount of [database, proxy].flatMap(({ volumes = [] }) => volumes)) {
      const [from] = mount.split(':');
      expect(from.startsWith('.') ? existsSync(new URL(from, ROOT)) : from in compose.volumes).toBe(true);
    }
  });

  it('the proxy sends requests to the nodes, at the port that they listen on', () => {
    const upstreams = Object.keys(nodes).map((name) => `${name}:3000`);
    expect(caddyfile).toContain(`reverse_proxy ${upstreams.join(' ')} {`);
    expect(dockerfile).toMatch(/^ENV .*PORT=3000/m);
    const asked = [...caddyfile.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name);
    expect(asked.filter((name) => !(name in proxy.environment))).toEqual([]);
  });
});

describe('Dockerfile', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, from]) =>
    from.split(' '),
  );

  it('copies existing files, and .dockerignore lets them through', () => {
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
    const allowed = read('.dockerignore').match(/(?<=^!).*/gm) ?? [];
    expect([...new Set(copied)].sort()).toEqual([...allowed].sort());
  });

  it('runs as an unprivileged user, on a Node version that package.json accepts, with a health check', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM'));
    expect(last).toMatch(/^USER 1000$/m);
    expect(last).toMatch(/^HEALTHCHECK .*"deploy\/healthcheck.mjs"/m);
    expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m);
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    const least = Number(/\d+/.exec(engines.node));
    expect(Number(/^ARG NODE=(\d+)/m.exec(dockerfile)?.[1])).toBeGreaterThanOrEqual(least);
  });
});

describe('.ci/as-image', () => {
  const script = read('.ci/as-image').replaceAll('"$node"', 'node');
  const stages = dockerfile.split(/^FROM .*/m);
  const [, build, packages, last] = stages;
  const commandOf = (instruction: RegExp) =>
    (JSON.parse(instruction.exec(last)?.[1] ?? '[]') as string[]).join(' ');

  it('installs, starts and asks for health as the image does', () => {
    expect(stages).toHaveLength(4);
    const installs = [...packages.matchAll(/^RUN (.*)$/gm)].map(([, command]) => command);
    const commands = [...installs, commandOf(/^CMD (.*)$/m), commandOf(/^HEALTHCHECK .*?CMD (.*)$/m)];
    expect(commands).toHaveLength(3);
    expect(commands.filter((command) => !script.includes(command))).toEqual([]);
    expect(script).toContain(/NODE_ENV=\S+/.exec(last)?.[0]);
  });

  it('comes after the build that the image makes, and copies from its stages what it does', () => {
    const [, built] = /^RUN (npm run .*)$/m.exec(build) ?? [];
    const steps = read('.ci/run');
    expect(steps.indexOf(`'${built}'`)).toBeGreaterThan(0);
    expect(steps.indexOf("'.ci/as-image'")).toBeGreaterThan(steps.indexOf(`'${built}'`));
    const copies = [...last.matchAll(/^COPY (.*)$/gm)].map(([, words]) => words);
    const known = /^(--from=(packages|build) \/hearth\/(\S+) \3|package\.json \.\/|(deploy\/)\S+ \4)$/;
    expect(copies.filter((words) => !known.test(words))).toEqual([]);
  });
});
