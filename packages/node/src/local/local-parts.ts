import nodeHttp from 'node:http';
import https from 'node:https';
import zlib from 'node:zlib';
import { createEventQueue } from '../events/event-queue.ts';
import { createTracker } from '../events/tracker.ts';
import { createBatcher } from '../remote/batcher.ts';
import { createServedVariations } from '../remote/served-variations.ts';
import { createReporter } from '../requests/reporter.ts';
import { createRequester } from '../requests/requester.ts';
import { sendOverHttp } from '../requests/send-over-http.ts';
import { createKeyRefusal, createRequestGate } from '../schedule/request-gate.ts';
import type { Runtime } from '../schedule/runtime.ts';
import { normaliseKeys } from '../values/keys.ts';
import { createLocalEnvironment } from './local-environment.ts';
import { createLocalEvents } from './local-events.ts';
import { createLocalReader } from './local-reader.ts';
import type { LocalClientOptions } from './public-client.ts';
import { readLocalOptions } from './read-local-options.ts';
import { createRemoteResults } from './remote-results.ts';
import { createUsage } from './usage.ts';
import { createUserClients } from './user-clients.ts';

/** The parts of a local client. */
export type LocalParts = ReturnType<typeof createLocalParts>;

const failuresUntilBackoff = 5;

/** Creates the parts of a client. Nothing runs yet. Throws a TypeError that lists all wrong options. */
export function createLocalParts(runtime: Runtime, options: LocalClientOptions) {
  const applied = readLocalOptions(options);
  const { timeoutMs, exposures } = applied;
  const reporter = createReporter(runtime, applied.onError);
  const http =
    options.fetch === undefined ? sendOverHttp(applied.url, { http: nodeHttp, https, zlib }) : undefined;
  const requester = createRequester(http === undefined ? applied : { ...applied, send: http.send }, runtime);
  const keyRefusal = createKeyRefusal();
  const createGate = (failures?: number) => createRequestGate(runtime, keyRefusal, failures);
  const shared = { requester, runtime, reporter };
  const queue = createEventQueue({ ...shared, gate: createGate() });
  const usage = createUsage({ ...shared, gate: createGate() });
  const served = createServedVariations(runtime);
  const batcher = createBatcher({
    ...shared,
    gate: createGate(failuresUntilBackoff),
    timeoutMs,
    withSplit: exposures === 'split',
    onResult: ({ name }, { key, variation }, trace) => {
      if (variation !== null) served.add(name, key, variation, trace);
    },
  });
  const environment = createLocalEnvironment(runtime);
  const reader = createLocalReader({
    environment,
    remoteResults: createRemoteResults(batcher, runtime),
    usage,
    runtime,
    remote: new Set(normaliseKeys(options.remote)),
  });
  const tracker = createTracker({ queue, runtime, exposures });
  const events = createLocalEvents({ reader, tracker, served, batcher, runtime, reporter, exposures });
  const users = createUserClients({ reader, events, reporter, isExposing: exposures !== 'off' });
  return {
    applied,
    http,
    reporter,
    requester,
    createGate,
    queue,
    usage,
    batcher,
    environment,
    events,
    users,
  };
}
