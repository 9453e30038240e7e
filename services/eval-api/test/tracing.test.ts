import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startOtlpReceiver, type ReceivedSpan, type ServiceProcess } from '@bunting/testing';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { tracingVariables } from '@bunting/observability';
import { keys, organisations } from './organisations.ts';

let installation: TestInstallation;
let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
beforeAll(async () => {
  [installation, receiver] = await Promise.all([
    createTestInstallation('eval-api', organisations),
    startOtlpReceiver(),
  ]);
});
afterAll(async () => {
  receiver.stop();
  await installation.stop();
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const email = 'jane.the.traced@acme.example';

const ask = (service: ServiceProcess, path: string, body: object, sampled = '01') =>
  fetch(service.url + path, {
    method: 'POST',
    headers: {
      'X-API-Key': keys.production,
      'X-Request-Id': 'traced-1',
      traceparent: `00-${traceId}-${parentId}-${sampled}`,
    },
    body: JSON.stringify(body),
  });

/** Docker Compose passes a variable that `.env` names without a value as an empty text. */
const empty = Object.fromEntries(tracingVariables.map((name) => [name, '']));

const json = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' });

function spanOf(name: string): ReceivedSpan {
  return receiver.spans.find((span) => span.name === name)!;
}

describe('traces', () => {
  it('contain requests, evaluations, PostgreSQL and Redis, below the span of the caller, and nothing about the user', async () => {
    const service = await installation.start({ ...json(), OTEL_SERVICE_NAME: 'flags' });
    await ask(service, '/v1/variables/Checkout-Enabled', { user: { id: 'user-traced', email } });
    await ask(service, '/v1/variables', { keys: ['untargeted', 'nobody-has-this'], user: { email } });
    expect((await service.get('/v1/variables/x')).status).toBe(405);
    const inQuery = `${service.url}/v1/variables/public?key=${keys.client}`;
    expect((await fetch(inQuery, { method: 'POST', body: '{}' })).status).toBe(200);
    expect(await service.stop()).toBe(0);

    expect(receiver.requests[0]!.url).toBe('/v1/traces');
    expect(JSON.stringify(receiver.spans)).not.toContain(keys.client);
    expect(receiver.resources[0]).toMatchObject({ 'service.name': 'flags' });
    const single = spanOf('POST /v1/variables/{key}');
    expect(single).toMatchObject({
      traceId,
      parentSpanId: parentId,
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/variables/{key}',
        'http.response.status_code': 200,
      },
    });
    expect(JSON.stringify(single.attributes['http.request.header.x-request-id'])).toContain('traced-1');
    expect(single.events).toEqual([
      {
        name: 'feature_flag.evaluation',
        attributes: {
          'feature_flag.key': 'checkout-enabled',
          'feature_flag.provider.name': 'bunting',
          'feature_flag.set.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
          'feature_flag.result.reason': expect.stringMatching(/^(targeting_match|default|static|disabled)$/),
          'feature_flag.result.variant': expect.any(String),
          'bunting.reason': expect.any(String),
        },
      },
    ]);
    const batch = spanOf('POST /v1/variables');
    expect(batch.events.map(({ attributes }) => attributes['feature_flag.key'])).toEqual([
      'untargeted',
      'nobody-has-this',
    ]);
    expect(batch.events[1]!.attributes).toMatchObject({
      'feature_flag.result.reason': 'error',
      'error.type': 'flag_not_found',
    });
    expect(spanOf('GET /v1/variables/{key}').attributes['http.response.status_code']).toBeDefined();

    const below = receiver.spans.filter((span) => span.parentSpanId === single.spanId);
    expect(new Set(below.map(({ attributes }) => attributes['db.system.name']))).toEqual(
      new Set(['postgresql', 'redis']),
    );
    expect(receiver.requests.map(({ text }) => text).join()).not.toMatch(/user-traced|jane|acme\.example/);
    expect(receiver.requests.map(({ text }) => text).join()).not.toContain(keys.production);
  });

  it.each([
    ['the caller did not sample its own', {}, '00'],
    ['OTEL_TRACES_SAMPLER is always_off', { OTEL_TRACES_SAMPLER: 'always_off' }, '01'],
    ['OTEL_SDK_DISABLED is true', { OTEL_SDK_DISABLED: 'true' }, '01'],
    ['OTEL_TRACES_EXPORTER is none', { OTEL_TRACES_EXPORTER: 'none' }, '01'],
  ])('are not sent when %s', async (_, env, sampled) => {
    receiver.requests.length = 0;
    const service = await installation.start({ ...json(), ...env });
    expect((await ask(service, '/v1/variables/untargeted', {}, sampled)).status).toBe(200);
    await service.stop();
    expect(receiver.requests.filter(({ text }) => text.includes(traceId))).toEqual([]);
  });

  it('are protobuf unless configured otherwise, and an empty variable counts as not set', async () => {
    receiver.requests.length = 0;
    const service = await installation.start({ ...empty, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    await ask(service, '/v1/variables/untargeted', {});
    await service.stop();
    expect(receiver.requests[0]).toMatchObject({ headers: { 'content-type': 'application/x-protobuf' } });
    expect(receiver.requests[0]!.text).toContain('feature_flag.evaluation');
  });

  it('do not prevent a process whose collector is away from answering and ending', async () => {
    const service = await installation.start({
      ...json(),
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    });
    expect((await ask(service, '/v1/variables/untargeted', {})).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  it('are off, and nothing that makes or sends them is evaluated, where no endpoint is named', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bunting-coverage-'));
    const service = await installation.start({ ...empty, NODE_V8_COVERAGE: folder });
    await ask(service, '/v1/variables/untargeted', {});
    await service.stop();
    // In the bundle, each library's module is a function with the name of its file.
    const evaluated = (await calledFunctions(folder)).filter((name) => name.includes('/node_modules/'));
    expect(evaluated).toContainEqual(expect.stringContaining('/express/'));
    // The library of the metrics knows OpenTelemetry's interface.
    expect(evaluated.filter((name) => /@opentelemetry\/(?!api\/)/.test(name))).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

/**
 * Returns the functions of services/…/dist that were called, from the coverage that Node.js wrote at the end of a
 * process.
 */
async function calledFunctions(folder: string): Promise<string[]> {
  const [file] = await readdir(folder);
  const { result } = JSON.parse(await readFile(join(folder, file!), 'utf8')) as {
    result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
  };
  return result
    .filter(({ url }) => url.endsWith('/dist/service.js'))
    .flatMap(({ functions }) => functions)
    .filter(({ ranges }) => ranges[0]!.count > 0)
    .map(({ functionName }) => functionName);
}
