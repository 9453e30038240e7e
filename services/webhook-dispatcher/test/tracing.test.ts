import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startOtlpReceiver, until } from '@bunting/testing';
import { createInstallation, type Installation } from './installation.ts';
import { startReceiver, type Receiver } from './receiver.ts';

let installation: Installation;
let receiver: Receiver;
let collector: Awaited<ReturnType<typeof startOtlpReceiver>>;
beforeAll(async () => {
  [installation, receiver, collector] = await Promise.all([
    createInstallation(),
    startReceiver(),
    startOtlpReceiver(),
  ]);
});
afterAll(async () => {
  await installation.stop();
  await receiver.stop();
  collector.stop();
});

it('gives each attempt a span with the receiver’s host, and sends the receiver no trace headers', async () => {
  const dispatcher = await installation.startDispatcher({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  });
  const endpoint = await installation.addEndpoint(`${receiver.url}?secret-of-the-receiver`);
  await installation.addDeliveries([endpoint], 2);
  await until(() => receiver.received.length === 2);
  expect(await dispatcher.stop()).toBe(0);

  const attempts = collector.spans.filter(({ name }) => name === 'webhook attempt');
  expect(attempts).toHaveLength(2);
  for (const { kind, attributes } of attempts) {
    expect(kind).toBe(3);
    expect(attributes).toEqual({
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'http.response.status_code': 200,
    });
  }
  for (const { headers } of receiver.received) expect(headers['traceparent']).toBeUndefined();
  expect(collector.requests.map(({ text }) => text).join()).not.toContain('secret-of-the-receiver');
});
