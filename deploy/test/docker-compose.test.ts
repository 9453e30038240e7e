import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { services } from '../../local/src/services.ts';
import { tracingVariables } from '../../packages/observability/src/tracing/variables.ts';
import { interpolate, readComposeFile, readComposeSchema, readText } from './compose-file.ts';
import { toMebibytes, readReplicaTable } from '../../k8s/test/replica-table.ts';
import { configurations, getRequestedNames } from './configurations.ts';

const file = readComposeFile();
const all = Object.entries(file.services);
const ours = Object.keys(configurations).map((name) => ({ name, service: file.services[name]! }));
const jobs = new Set(['migrate', 'bootstrap']);
const randomText = '0123456789abcdef0123456789abcdef';
const withProvider = readComposeFile('deploy/openid-connect.yml');
const withTls = readComposeFile('deploy/tls.yml');

/** The content of .env.example with its secrets filled in. */
const env = Object.fromEntries(
  [...readText('.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [
    name!,
    value === '' ? randomText : value!,
  ]),
);

function environmentOf(name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(file.services[name]!.environment!).flatMap(([variable, value]) => {
      const given = value === null ? env[variable] : interpolate(value, env);
      return given === undefined ? [] : [[variable, given] as const];
    }),
  );
}

it('is valid by the Compose specification', () => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, validateSchema: false });
  const validate = ajv.compile(readComposeSchema());
  expect(validate({ ...file, services: { ...file.services, proxy: { imagee: 'x' } } })).toBe(false);
  for (const each of [file, withProvider, withTls]) expect(validate(each) ? [] : validate.errors).toEqual([]);
});

it('runs every service, a proxy, the stores, and two jobs', () => {
  const stores = ['postgres', 'redis'];
  expect(Object.keys(file.services).toSorted()).toEqual(
    ['proxy', ...services.map(({ name }) => name), ...jobs, ...stores].toSorted(),
  );
});

it.each(readReplicaTable().filter(({ name }) => name in file.services))(
  '$name has the memory that docs/operate/sizing.md says',
  ({ name, memory }) => {
    const { limits } = file.services[name]!.deploy!.resources;
    expect(toMebibytes(String(limits['memory']))).toBe(memory.limits);
  },
);

describe.each(all)('%s', (name, service) => {
  it('has only the rights that it needs', () => {
    expect(service).toMatchObject({
      read_only: true,
      security_opt: ['no-new-privileges:true'],
      cap_drop: ['ALL'],
    });
    // Only third-party images that start as root.
    expect(service.cap_add === undefined || ['postgres', 'redis'].includes(name)).toBe(true);
    expect(Object.keys(service.deploy!.resources.limits).toSorted()).toEqual(['cpus', 'memory', 'pids']);
  });

  it('has a restart policy and a bounded log', () => {
    expect(service.restart).toMatch(jobs.has(name) ? /^(no|on-failure:\d)$/ : /^unless-stopped$/);
    expect(service.logging!.options).toEqual({ 'max-size': '20m', 'max-file': '5' });
  });

  it('has a release as its tag, and .env can name another image, such as one by its digest', () => {
    expect(interpolate(service.image, env)).toMatch(/:\d[\w.-]*$/);
    const [, variable] = /\$\{(\w+)(?::-|-)/.exec(service.image)!;
    const digest = `sha256:${'0'.repeat(64)}`;
    expect(interpolate(service.image, { ...env, [variable!]: digest })).toContain(digest);
  });

  it('begins after what it needs', () => {
    for (const [dependency, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect([dependency, condition]).toEqual([
        dependency,
        jobs.has(dependency) ? 'service_completed_successfully' : 'service_healthy',
      ]);
      const target = file.services[dependency]!;
      const isOurImage = target.build !== undefined; // its HEALTHCHECK is in Dockerfile
      expect(jobs.has(dependency) || isOurImage || target.healthcheck !== undefined).toBe(true);
      // A service can wait for another one without sharing a network with it, but it cannot call it.
      expect(target.profiles).toBeUndefined();
    }
  });
});

describe.each(ours)('$name', ({ name, service }) => {
  it('gets every variable of its configuration and those of traces, and no other', () => {
    const asked = [...getRequestedNames(configurations[name]!), ...tracingVariables];
    expect(Object.keys(service.environment!).toSorted()).toEqual(asked.toSorted());
  });

  it('makes no traces unless .env names a collector', () => {
    const given = Object.keys(environmentOf(name)).filter((variable) => variable.startsWith('OTEL_'));
    expect(given).toEqual([]);
  });

  it('accepts the values of .env.example', () => {
    const warnings: string[] = [];
    configurations[name]!(environmentOf(name), (warning) => warnings.push(warning));
    expect(warnings).toEqual([]);
  });

  it('has the image of this release, as npm run images names it, unless .env names another', () => {
    const { version } = JSON.parse(readText('package.json')) as { version: string };
    expect(interpolate(service.image, {})).toBe(`bunting/${name}:${version}`);
    // The public registry has nobody who would keep this name for us.
    expect(service.pull_policy).toBe('build');
    expect(readText('.env.example')).toContain(`\n# BUNTING_VERSION=${version}\n`);
    expect(readText('deploy/images/main.mjs')).toContain(`tag: { type: 'string', default: '${version}' }`);
  });

  it('is a target of Dockerfile, listens at the port that the proxy uses, and waits for the migration', () => {
    const { defaultPort } = services.find((each) => each.name === name)!;
    expect(service.build!.target).toBe(name);
    expect(readText('Dockerfile')).toMatch(
      new RegExp(`FROM runtime AS ${name}\n.*\nENV PORT=${defaultPort}\n`),
    );
    expect(service.environment!['PORT']).toBe(String(defaultPort));
    expect(service.depends_on!['migrate']).toEqual({ condition: 'service_completed_successfully' });
  });

  it('can be reached only through the proxy, and has the time to finish', () => {
    expect(service.ports).toBeUndefined();
    expect(Number.parseInt(service.stop_grace_period!)).toBeGreaterThanOrEqual(3 + 20);
  });
});

it('lets only the dispatcher reach the internet, and publishes only the proxy', () => {
  const outward = all.filter(([, { networks }]) => networks!.some(isOpen));
  expect(outward.map(([name]) => name).toSorted()).toEqual(['proxy', 'webhook-dispatcher']);
  expect(all.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['proxy']);
  expect(file.services['proxy']!.networks).not.toContain('stores');
});

it('adds TLS to the proxy where deploy/tls.yml is named, and nothing else', () => {
  const { services, ...rest } = withTls;
  expect(rest).toEqual({});
  expect(Object.keys(services)).toEqual(['proxy']);
  const port = /bind :(\d+) ssl/.exec(readText('deploy/haproxy.cfg'))![1];
  expect(interpolate(services['proxy']!.ports![0]!, {})).toBe(`127.0.0.1:8443:${port}`);
});

it('lets the management API reach the internet where deploy/openid-connect.yml is named, and changes nothing else', () => {
  expect(Object.entries(withProvider)).toEqual([
    ['services', { 'settings-api': { networks: [expect.any(String)] } }],
  ]);
  expect(withProvider.services['settings-api']!.networks!.every(isOpen)).toBe(true);
});

it('lets a collector and a Prometheus reach every service, but no store and not the internet', () => {
  const inside = all.filter(([, { networks }]) => networks!.includes('monitoring')).map(([name]) => name);
  expect(inside.toSorted()).toEqual(ours.map(({ name }) => name).toSorted());
  expect(isOpen('monitoring')).toBe(false);
});

// The name server returns all addresses that the proxy could reach.
it('gives the proxy one address for each replica', () => {
  const { networks } = file.services['proxy']!;
  for (const { service } of ours) {
    expect(service.networks!.filter((name) => networks!.includes(name)).length).toBeLessThanOrEqual(1);
  }
});

it('is rolled out service by service', () => {
  const loop = /^for service in (.*); do$/m.exec(readText('deploy/roll-out.sh'))![1]!;
  expect(loop.split(' ')).toEqual(ours.map(({ name }) => name));
});

it('makes Redis keep its data', () => {
  expect(file.services['redis']!.command!.join(' ')).toMatch(
    /--appendonly yes [^]*--maxmemory-policy noeviction /,
  );
});

it('publishes the proxy to other machines only where .env says so', () => {
  const [port] = file.services['proxy']!.ports!;
  expect(interpolate(port!, {})).toBe('127.0.0.1:8080:8080');
  expect(interpolate(port!, { HOST: '0.0.0.0', PORT: '80' })).toBe('0.0.0.0:80:8080');
});

it('sets a password for both stores, and gives it to the services that use them', () => {
  const secrets = { POSTGRES_PASSWORD: 'of-postgres', VALKEY_PASSWORD: 'of-valkey' };
  const { postgres, redis } = file.services;
  const filledIn = (text: string) => interpolate(text, { ...env, ...secrets });
  expect(filledIn(postgres!.environment!['POSTGRES_PASSWORD']!)).toBe('of-postgres');
  expect(filledIn(redis!.environment!['REDISCLI_AUTH']!)).toBe('of-valkey');
  for (const [, { environment = {} }] of all) {
    const { DATABASE_URL: database, REDIS_URL: store } = environment;
    if (database) expect(filledIn(database)).toBe('postgresql://bunting:of-postgres@postgres:5432/bunting');
    if (store) expect(filledIn(store)).toBe('redis://:of-valkey@redis:6379');
  }
});

function isOpen(network: string): boolean {
  return file.networks[network]?.internal !== true;
}

it('names a missing secret', () => {
  const secrets = [...readText('.env.example').matchAll(/^(\w+)=$/gm)].map(([, name]) => name!);
  expect(secrets.length).toBeGreaterThan(5);
  for (const name of secrets) {
    if (name === 'STAFF_API_TOKEN') continue; // empty = no staff routes and no dashboard
    expect(() => interpolate(readText('docker-compose.yml'), { ...env, [name]: '' })).toThrow(
      `${name} is required`,
    );
  }
});

it('pulls no image of ours from a registry, with which command whatever', () => {
  const own = Object.entries(file.services).filter(([, { image }]) => !image.startsWith('${'));
  expect(own.map(([name]) => name).toSorted()).toEqual(
    ['bootstrap', 'migrate', ...services.map(({ name }) => name)].toSorted(),
  );
  for (const [name, { build, pull_policy }] of own) {
    expect([name, build !== undefined, pull_policy]).toEqual([name, true, 'build']);
  }
  const others = Object.values(file.services).filter(({ image }) => image.startsWith('${'));
  for (const { image } of others) expect(interpolate(image, env)).toMatch(/^docker\.io\//);
});
