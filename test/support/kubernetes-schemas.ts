import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * By their path: the package contains them, and exports functions built on them. Its next major version requires a
 * later Node version than ours.
 */
const SCHEMAS = join(dirname(createRequire(import.meta.url).resolve('kubernetes-models')), '_schemas');

/** An object of Kubernetes from a manifest. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

type Validate = ((data: unknown) => boolean) & { errors?: readonly Problem[] | null };
interface Problem {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: object;
}

/**
 * The errors of an object by the schemas that Kubernetes publishes, and its unknown fields: these schemas forbid
 * no field, but `kubectl apply` does. Ajv compiled them into functions that read each known field.
 */
export async function problemsOf(object: KubernetesObject): Promise<string[]> {
  const { validate } = (await import(join(SCHEMAS, `${schemaOf(object)}.mjs`))) as { validate: Validate };
  const unasked = new Set<string>();
  const isValid = validate(watched(object, '', unasked));
  const problems = isValid ? [] : (validate.errors ?? []);
  return [
    ...problems.map(
      ({ instancePath, keyword, params }) => `${instancePath}: ${keyword} ${JSON.stringify(params)}`,
    ),
    ...[...unasked].map((path) => `${path}: unknown field`),
  ];
}

/** `networking.k8s.io/v1` and `NetworkPolicy`: IoK8sApiNetworkingV1NetworkPolicy. */
function schemaOf({ apiVersion, kind }: KubernetesObject): string {
  const [version, group = 'core'] = apiVersion.split('/').reverse();
  const capital = (text: string): string => text[0].toUpperCase() + text.slice(1);
  return `IoK8sApi${capital(group.split('.')[0])}${capital(version)}${kind}`;
}

/** Collects in `unasked` every field below, and removes those that are read. */
function watched<T extends object>(object: T, path: string, unasked: Set<string>): T {
  const below = new Map<string, unknown>();
  for (const [name, value] of Object.entries(object)) {
    if (!Array.isArray(object)) unasked.add(`${path}/${name}`);
    const isObject = typeof value === 'object' && value !== null;
    below.set(name, isObject ? watched(value as object, `${path}/${name}`, unasked) : value);
  }
  return new Proxy(object, {
    get(target, name) {
      if (typeof name === 'symbol' || !below.has(name)) return Reflect.get(target, name) as unknown;
      unasked.delete(`${path}/${name}`);
      return below.get(name);
    },
  });
}
