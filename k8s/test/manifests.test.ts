import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { configurations, getRequestedNames } from '../../deploy/test/configurations.ts';
import { itWith, programRequirement } from '@bunting/testing/requirements';
import { services } from '../../local/src/services.ts';
import { toMebibytes, readReplicaTable } from './replica-table.ts';
import { validate } from './validate.ts';
import { overlays, getPod, readRendered, renderAnew, type Container, type Manifest } from './rendered.ts';

const replicaTable = readReplicaTable();

/**
 * Without kubectl only the committed rendering is checked; the next machine that has kubectl finds out whether it is stale.
 */
const kubectl = {
  ...programRequirement('kubectl'),
  isOptionalBecause: 'Debian has none that knows the components of kustomize',
};

/** Variables that Node.js and its libraries read in addition. */
const readByNode = new Set(['NODE_ENV', 'NODE_EXTRA_CA_CERTS']);

function find(manifests: readonly Manifest[], kind: string, name: string): Manifest {
  return manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)!;
}

it.each(replicaTable)(
  'docs/operate/sizing.md gives $name at least its busy memory, and a limit of at least one and a half times its worst',
  ({ busy, atWorst, memory }) => {
    expect(memory.requests).toBeGreaterThanOrEqual(busy);
    expect(memory.limits).toBeGreaterThanOrEqual(1.5 * atWorst);
  },
);

it('reports a manifest that Kubernetes would refuse', async () => {
  const manifest = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'x' },
    spec: { replicas: 'two' },
  };
  await expect(validate(manifest)).rejects.toThrow(/replicas/);
});

it('renders every component', () => {
  const used = ['production', 'full'].map((overlay) => readKustomization(overlay)).join();
  const components = readdirSync(new URL('../components', import.meta.url));
  expect(components.filter((name) => !used.includes(`../../components/${name}\n`))).toEqual([]);
});

describe.each(overlays)('the %s overlay', (overlay) => {
  const manifests = readRendered(overlay);
  const pods = manifests.flatMap((manifest) => {
    const pod = getPod(manifest);
    return pod === undefined ? [] : [{ manifest, pod, name: manifest.metadata.name }];
  });
  const containers: { name: string; container: Container }[] = pods.flatMap(({ name, pod }) =>
    [...(pod.initContainers ?? []), ...pod.containers].map((container) => ({
      name: `${name}: ${container.name}`,
      container,
    })),
  );
  const serving = pods.filter(({ name }) => name in configurations);

  itWith(kubectl, 'is rendered from the present sources', (program) => {
    expect(manifests).toEqual(renderAnew(program, overlay));
  });

  it.each(manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const))(
    '%s %s is valid for Kubernetes',
    async (_kind, _name, manifest) => {
      await expect(validate(manifest)).resolves.toBeUndefined();
    },
  );

  it('runs every service, and the migration', () => {
    expect(manifests.length).toBeGreaterThan(20);
    expect(serving.map(({ name }) => name).toSorted()).toEqual(Object.keys(configurations).toSorted());
    expect(services.map(({ name }) => name).toSorted()).toEqual(Object.keys(configurations).toSorted());
    expect(find(manifests, 'Job', 'migrate')).toBeDefined();
  });

  it.each(containers)(
    '$name has a release as its tag, limits, and no rights that it does not need',
    ({ container }) => {
      expect(container.image).toMatch(/:\d[\w.-]*$/);
      for (const part of ['requests', 'limits'] as const) {
        expect(Object.keys(container.resources?.[part] ?? {}).toSorted()).toEqual(['cpu', 'memory']);
      }
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    },
  );

  it.each(replicaTable)(
    '$name has the resources that docs/operate/sizing.md says',
    ({ name, memory, cpu }) => {
      const ofThatName = containers.filter(({ container }) => container.name === name);
      expect(ofThatName).not.toEqual([]);
      for (const { container } of ofThatName) {
        for (const part of ['requests', 'limits'] as const) {
          const given = container.resources![part]!;
          expect({ cpu: given['cpu'], memory: toMebibytes(given['memory']!) }).toEqual({
            cpu: cpu[part],
            memory: memory[part],
          });
        }
      }
    },
  );

  it.each(pods)('$name runs as an unprivileged user, without a token of the cluster', ({ pod }) => {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(pod.automountServiceAccountToken).toBe(false);
  });

  describe.each(serving)('$name', ({ name, pod }) => {
    const container = pod.containers[0]!;

    it('is probed, spread, and stopped with time to drain', () => {
      expect(container).toMatchObject({
        startupProbe: { httpGet: { path: '/readyz', port: 'http' } },
        readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
        livenessProbe: { httpGet: { path: '/livez', port: 'http' } },
      });
      expect(pod.topologySpreadConstraints).toHaveLength(2);
      const drainSeconds = 20;
      const { preStop } = container.lifecycle!;
      expect(pod.terminationGracePeriodSeconds!).toBeGreaterThanOrEqual(
        preStop!.sleep!.seconds + drainSeconds,
      );
    });

    it('waits for the migration of its release, if it has a database', () => {
      if (name === 'console') expect(pod.initContainers).toBeUndefined();
      else expect(pod.initContainers![0]).toMatchObject({ args: ['--wait'] });
      expect(container.image.split(':').at(-1)).toBe(migrationImage(manifests).split(':').at(-1));
    });

    it('gets only variables that its configuration reads, and all that it requires', () => {
      const names = getRequestedNames(configurations[name]!);
      const config = find(manifests, 'ConfigMap', 'bunting-config');
      const own = container.env!.map((variable) => variable.name);
      expect(own.filter((variable) => !names.has(variable) && !readByNode.has(variable))).toEqual([]);
      const env: Record<string, string> = Object.fromEntries([
        ...Object.entries(config.data!),
        ...container.env!.map(
          ({ name: variable, value }) => [variable, value ?? sampleOf(variable, config.data!)] as const,
        ),
      ]);
      expect(() => configurations[name]!(env, () => {})).not.toThrow();
    });

    it('has the image of this release, and its migration too', () => {
      const { version } = JSON.parse(
        readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
      ) as { version: string };
      expect(container.image).toMatch(new RegExp(`/bunting/${name}:${version}$`));
      expect(migrationImage(manifests)).toMatch(new RegExp(`/bunting/migrate:${version}$`));
    });

    it('listens at the port of its Kubernetes service', () => {
      const { defaultPort } = services.find((service) => service.name === name)!;
      expect(container.ports).toEqual([{ name: 'http', containerPort: defaultPort }]);
      expect(container.env).toContainEqual({ name: 'PORT', value: String(defaultPort) });
      expect(find(manifests, 'Service', name).spec).toMatchObject({
        ports: [{ port: 80, targetPort: 'http' }],
      });
    });

    if (container.env!.some((variable) => variable.name === 'REDIS_URL')) {
      it('takes a Redis Cluster, or sentinels, in place of REDIS_URL', () => {
        const { data } = find(manifests, 'ConfigMap', 'bunting-config');
        const env = Object.fromEntries(
          container.env!.map(({ name: variable, value }) => [variable, value ?? sampleOf(variable, data!)]),
        );
        const secrets = { REDIS_URL: undefined, REDIS_PASSWORD: 'of Redis' };
        for (const stores of [
          { REDIS_CLUSTER_NODES: 'redis-1:6379' },
          { REDIS_SENTINELS: 'sentinel-1:26379', REDIS_SENTINEL_PASSWORD: 'of sentinels' },
        ]) {
          const given = { ...data!, ...env, ...secrets, ...stores };
          expect(() => configurations[name]!(given, () => {})).not.toThrow();
        }
        const optional = container
          .env!.filter(({ valueFrom }) => valueFrom?.secretKeyRef?.optional === true)
          .map((variable) => variable.name);
        expect(optional).toEqual(
          expect.arrayContaining(['REDIS_URL', 'REDIS_PASSWORD', 'REDIS_SENTINEL_PASSWORD']),
        );
      });
    }

    it('has a number of replicas only without an autoscaler, because applying the manifest again must not reset that number', () => {
      const scalers = manifests.filter(({ kind }) => /^(HorizontalPodAutoscaler|ScaledObject)$/.test(kind));
      const isScaled = scalers.some(
        ({ spec }) => (spec as { scaleTargetRef: { name: string } }).scaleTargetRef.name === name,
      );
      const { replicas } = find(manifests, 'Deployment', name).spec as { replicas?: number };
      expect(replicas).toBe(isScaled ? undefined : overlay === 'trial' ? 1 : 2);
    });

    it('may lose one replica at a time', () => {
      expect(find(manifests, 'PodDisruptionBudget', name).spec).toMatchObject({ maxUnavailable: 1 });
    });
  });

  it('has no unused entries in the configuration map', () => {
    const read = new Set(Object.values(configurations).flatMap((each) => [...getRequestedNames(each)]));
    const given = Object.keys(find(manifests, 'ConfigMap', 'bunting-config').data!);
    const others = given.filter((name) => !read.has(name) && !readByNode.has(name));
    expect(others).toEqual(
      overlay === 'full'
        ? ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'] // by OpenTelemetry's SDK
        : [],
    );
  });

  it('contains no secret, only references to secrets', () => {
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    const secrets = containers.flatMap(({ container }) =>
      (container.env ?? []).filter(
        ({ name }) => /SECRET|TOKEN|PASSWORD|_URL|_KEY/.test(name) && name !== 'PUBLIC_URL',
      ),
    );
    expect(secrets.length).toBeGreaterThan(10);
    for (const { valueFrom } of secrets) expect(valueFrom?.secretKeyRef?.name).toBe('bunting-secrets');
  });

  it('sends paths where npm start sends them', () => {
    const { rules } = find(manifests, 'Ingress', 'bunting').spec as {
      rules: {
        http: { paths: { path: string; pathType: string; backend: { service: { name: string } } }[] };
      }[];
    };
    const table = rules[0]!.http.paths.map(({ path, pathType, backend }) => [
      path,
      pathType,
      backend.service.name,
    ]);
    const expected = services.flatMap(({ name, paths }) =>
      paths.map(({ path, exact }) => [path, exact === true ? 'Exact' : 'Prefix', name]),
    );
    expect(new Set(table)).toEqual(new Set(expected));
  });

  it('denies connections by default, and lets only the dispatcher reach the internet', () => {
    expect(find(manifests, 'NetworkPolicy', 'default-deny').spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
    const openIdConnect = overlay === 'full' ? { 'settings-api': '443' } : {};
    expect(internetOf(manifests)).toEqual({ 'webhook-dispatcher': 'any port', ...openIdConnect });
  });
});

/** Returns the pods that network policies allow to connect to any public address, and the ports. */
function internetOf(manifests: readonly Manifest[]): Record<string, string> {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
  const rows = policies.flatMap(({ spec }) => {
    const { podSelector, egress = [] } = spec as {
      podSelector: { matchLabels?: Record<string, string> };
      egress?: { to?: { ipBlock?: { cidr: string } }[]; ports?: { port: number }[] }[];
    };
    const open = egress.filter(({ to }) => to?.some(({ ipBlock }) => ipBlock?.cidr.endsWith('/0')) ?? true);
    const who = podSelector.matchLabels?.['app.kubernetes.io/name'] ?? 'many';
    return open.map(({ ports }) => [who, ports?.map(({ port }) => port).join() ?? 'any port'] as const);
  });
  return Object.fromEntries(rows);
}

function readKustomization(overlay: string): string {
  return readFileSync(new URL(`../overlays/${overlay}/kustomization.yaml`, import.meta.url), 'utf8');
}

function migrationImage(manifests: readonly Manifest[]): string {
  return getPod(find(manifests, 'Job', 'migrate'))!.containers[0]!.image;
}

/** Returns values of the right form for the variables that are in the secret. */
function sampleOf(name: string, config: Readonly<Record<string, string>>): string {
  if (/^DATABASE_(REPLICA_)?URL$/.test(name)) return 'postgresql://bunting@postgres:5432/bunting';
  if (name === 'REDIS_URL') return 'redis://redis:6379';
  if (/^REDIS_(SENTINEL_)?PASSWORD$/.test(name)) return ''; // a URL carries its own
  // The variables of OpenID Connect are all set or none is.
  return name === 'OIDC_CLIENT_SECRET' && !('OIDC_ISSUER' in config) ? '' : 'x'.repeat(40);
}
