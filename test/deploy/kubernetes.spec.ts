import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { AT_ONCE, MOST_MB } from '../../src/identity/families/picture-converter.js';
import { HealthController } from '../../src/operate/health.controller.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { SETTING_NAMES } from '../../src/platform/config/settings.js';
import { problemsOf, type KubernetesObject } from '../support/kubernetes-schemas.js';

const ROOT = new URL('../../', import.meta.url);
const FOLDER = new URL('deploy/kubernetes/', ROOT);
const read = (path: string | URL) => readFileSync(new URL(path, ROOT), 'utf8');

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly envFrom: readonly Readonly<Record<string, { name: string }>>[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly resources: Readonly<Record<'requests' | 'limits', { readonly memory: string }>>;
}
interface Pods {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly securityContext: { readonly runAsUser: number };
    readonly terminationGracePeriodSeconds: number;
    readonly containers: readonly [Container];
  };
}
interface Manifest extends KubernetesObject {
  readonly data: Readonly<Record<string, string>>;
  readonly stringData: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas: number;
    readonly template: Pods;
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly rules: readonly { readonly http: { readonly paths: readonly object[] } }[];
    readonly podSelector: { readonly matchLabels: Readonly<Record<string, string>> };
  };
}

const manifest = (name: string): Manifest => parse(read(new URL(name, FOLDER))) as Manifest;
const files = readdirSync(FOLDER)
  .sort()
  .filter((name) => name !== 'kustomization.yaml');
const [config, secret, deployment, job] = [
  'config.yaml',
  'secret.example.yaml',
  'deployment.yaml',
  'migrate.yaml',
].map(manifest);
const pods = deployment.spec.template;
const [node] = pods.spec.containers;
const [migration] = job.spec.template.spec.containers;
const dockerfile = read('Dockerfile');
const image = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(dockerfile) as string[])[1].matchAll(/(\w+)=(\S+)/g)].map(([, k, v]) => [k, v]),
);

describe('deploy/kubernetes', () => {
  it.each(files)('%s is what the schemas of Kubernetes describe, and nothing else', async (name) => {
    expect(await problemsOf(manifest(name))).toEqual([]);
  });

  it('an unknown field, a wrong type and a missing field are found', async () => {
    const text = read(new URL('deployment.yaml', FOLDER));
    const changed = (from: string, to: string) => problemsOf(parse(text.replace(from, to)) as Manifest);
    const container = '/spec/template/spec/containers/0';
    expect(await changed('path: /health/ready', 'url: /health/ready')).toEqual([
      `${container}/readinessProbe/httpGet/url: unknown field`,
    ]);
    expect(await changed('replicas: 2', 'replicas: two')).toContainEqual(
      expect.stringContaining('/spec/replicas: type'),
    );
    expect(await changed('replicas: 2', 'replica: 2')).toEqual(['/spec/replica: unknown field']);
    expect(await changed('name: http\n', 'name: http\n              port: 3000\n')).toEqual([
      `${container}/ports/0/port: unknown field`,
    ]);
    expect(await changed('containerPort: 3000', 'protocol: TCP')).toContainEqual(
      expect.stringMatching(/ports\/0: required .*containerPort/),
    );
  });

  it('is in one namespace, and kustomization.yaml lists everything that can be applied together', () => {
    const elsewhere = files.map(manifest).filter(({ kind }) => kind !== 'Namespace');
    expect([...new Set(elsewhere.map(({ metadata }) => metadata.namespace))]).toEqual([
      manifest('namespace.yaml').metadata.name,
    ]);
    const { resources } = manifest('kustomization.yaml') as unknown as { resources: string[] };
    const apart = files.filter((name) => name.includes('.example.') || name === 'migrate.yaml');
    expect([...resources, ...apart].sort()).toEqual(files);
  });

  it('gives the nodes settings that Hearth knows and can start with', () => {
    const given = { ...config.data, ...secret.stringData };
    expect(Object.keys(given).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
    const secrets = {
      DATABASE_URL: 'postgres://hearth:a1@db-a:5432,db-b:5432/hearth?target_session_attrs=read-write',
      MASTER_KEY: 'b2'.repeat(32),
      SESSION_SECRET: 'c3'.repeat(32),
      METRICS_TOKEN: 'd4'.repeat(32),
    };
    expect(Object.keys(secrets)).toEqual(Object.keys(secret.stringData));
    const start = (more: object) => loadConfig({ ...image, ...config.data, ...secrets, ...more });
    expect(() => start({})).toThrow('TRUST_PROXY'); // only proxies that the operator named are trusted
    expect(start({ TRUST_PROXY: '10.244.7.16,10.244.9.3' })).toMatchObject({
      environment: 'production',
      migratesAtStart: false,
      publicUrl: config.data.PUBLIC_URL,
    });
  });

  it('contains no secret, and does not start without one', () => {
    const start = () => loadConfig({ ...image, ...config.data, ...secret.stringData });
    for (const name of Object.keys(secret.stringData)) expect(start).toThrow(name);
  });

  it('nodes and migration share image, settings and rights', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const from = [
      { configMapRef: { name: config.metadata.name } },
      { secretRef: { name: secret.metadata.name } },
    ];
    for (const container of [node, migration]) {
      expect(container.image).toMatch(new RegExp(`/hearth:${version}$`));
      expect(container.envFrom).toEqual(from);
      expect(container).toHaveProperty('securityContext', {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
    expect(job.spec.template.spec.securityContext).toEqual(pods.spec.securityContext);
    const [, command] = /^CMD (.*)$/m.exec(dockerfile) as string[];
    expect(migration.args).toEqual([...(JSON.parse(command) as string[]), 'migrate']);
  });

  it('has the user and the port of the Dockerfile, and probes endpoints that Hearth has', () => {
    const user = Number(/^USER (\d+)$/m.exec(dockerfile)?.[1]);
    expect(pods.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: user });
    const port = Number(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]);
    expect(node.ports).toEqual([{ name: 'http', containerPort: port }]);
    expect(image.PORT).toBe(String(port));
    const handlers = HealthController.prototype as unknown as Record<string, object>;
    const path = (handler: string) =>
      `/${[HealthController, handlers[handler]].map((of) => Reflect.getMetadata('path', of) as string).join('/')}`;
    const asked = [node.startupProbe, node.livenessProbe, node.readinessProbe].map(({ httpGet }) => httpGet);
    const [live, ready] = [path('live'), path('ready')];
    expect(asked).toEqual([live, live, ready].map((of) => ({ path: of, port: 'http' })));
  });

  it('gives a node enough time to stop', () => {
    expect(pods.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(config.data.SHUTDOWN_DELAY) + 10);
  });

  it('gives a node memory for all pictures that are converted at once, on top of its own', () => {
    const { requests, limits } = node.resources;
    const [asked, most] = [requests, limits].map(({ memory }) => Number(/^(\d+)Mi$/.exec(memory)?.[1]));
    expect(most - asked).toBeGreaterThanOrEqual(AT_ONCE * MOST_MB);
  });

  it('does not expose the metrics through the ingress', () => {
    const { rules } = manifest('ingress.example.yaml').spec;
    for (const { http } of rules)
      expect(http.paths).toContainEqual({
        path: '/metrics',
        pathType: 'Exact',
        backend: { service: { name: manifest('nowhere.yaml').metadata.name, port: { name: 'http' } } },
      });
    expect(manifest('nowhere.yaml').spec).not.toHaveProperty('selector');
  });

  it('service, budget and policy select these pods', () => {
    expect(deployment.spec.replicas).toBeGreaterThanOrEqual(2);
    const { labels } = pods.metadata;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect(manifest('service.yaml').spec.selector).toEqual(labels);
    expect(manifest('disruption-budget.yaml').spec.selector.matchLabels).toEqual(labels);
    for (const { metadata } of [pods, job.spec.template])
      expect(metadata.labels).toMatchObject(manifest('network-policy.yaml').spec.podSelector.matchLabels);
  });
});
