import nodeHttp from 'node:http';
import https from 'node:https';
import zlib from 'node:zlib';
import { createEventQueue } from '../events/event-queue.ts';
import { createTracker } from '../events/tracker.ts';
import { readOptions } from '../options/read-options.ts';
import { createBatcher } from '../remote/batcher.ts';
import { createServedVariations } from '../remote/served-variations.ts';
import { createReporter } from '../requests/reporter.ts';
import { createRequester } from '../requests/requester.ts';
import { sendOverHttp } from '../requests/send-over-http.ts';
import { closeWithin } from '../schedule/close-within.ts';
import { createKeyRefusal, createRequestGate } from '../schedule/request-gate.ts';
import { systemRuntime, type Runtime } from '../schedule/runtime.ts';
import { normaliseKeys } from '../values/keys.ts';
import { createDatafileCopy } from './datafile-copy.ts';
import { followStream } from './follow-stream.ts';
import { createListeners } from './listeners.ts';
import { createLocalEnvironment } from './local-environment.ts';
import { createLocalEvents } from './local-events.ts';
import { createLocalReader } from './local-reader.ts';
import { openStreamOverHttp, openStreamWith } from './open-stream.ts';
import type { LocalClient, LocalClientOptions, LocalUserClient, Status } from './public-client.ts';
import { createRemoteResults } from './remote-results.ts';
import { synchronize } from './synchronize.ts';
import { createUsage } from './usage.ts';
import { createUserClients } from './user-clients.ts';

const readyTimeoutMs = 10_000;
const failuresUntilBackoff = 5;

/** Creates a client that evaluates in this process. Throws where options are wrong, with all mistakes. */
export function createLocalClient(options: LocalClientOptions = {}): LocalClient {
  return createLocalClientIn(systemRuntime, options);
}

/** Creates the client with the clock and the random numbers of a test. */
export function createLocalClientIn(runtime: Runtime, options: LocalClientOptions): LocalClient {
  const parts = assemble(runtime, options);
  const { reporter, requester, queue, usage, batcher, events, users } = parts;
  const onChange = createListeners<readonly string[]>(reporter);
  const onStatus = createListeners<Status>(reporter);
  let status: Status = 'loading';
  function setStatus(next: Status): void {
    if (status === next || status === 'closed') return;
    status = next;
    onStatus.call(next);
  }
  const following = follow(runtime, options, parts, {
    onChange: (keys) => onChange.call(keys),
    onStatus: setStatus,
  });

  async function flush(): Promise<boolean> {
    await events.settled();
    const [isEmpty] = await Promise.all([queue.flush(), usage.flush()]);
    return isEmpty;
  }

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    users.close();
    setStatus('closed');
    onChange.clear();
    onStatus.clear();
    const stopped = following.stop();
    usage.stop();
    await closeWithin(runtime, { flush, requester, queue, reporter, onClose: () => batcher.close() });
    await stopped;
    parts.http?.close();
  }

  const forOnce = (user: Parameters<LocalClient['forUser']>[0]): LocalUserClient =>
    users.forUser(user, false);
  return {
    get status() {
      return status;
    },
    async ready({ timeoutMs = readyTimeoutMs } = {}) {
      let stopTimer: (() => void) | undefined;
      const isLate = new Promise<void>((resolve) => (stopTimer = runtime.setTimeout(resolve, timeoutMs)));
      await Promise.race([following.started, isLate]);
      stopTimer?.();
      return status;
    },
    value: users.value as LocalClient['value'],
    details: (name, fallback, user) => forOnce(user).details(name, fallback),
    values: (keys, user) => forOnce(user).values(keys),
    evaluations: (user, given) => forOnce(user).evaluations(given),
    forUser: (user) => users.forUser(user, true),
    track: (event, user, given) => forOnce(user).track(event, given),
    on: (event: 'change' | 'status', listener: (value: never) => void) =>
      event === 'change' ? onChange.add(listener as never) : onStatus.add(listener as never),
    flush,
    close: () => (closing ??= close()),
  };
}

type Parts = ReturnType<typeof assemble>;

/** Creates the parts of a client. Nothing runs yet. */
function assemble(runtime: Runtime, options: LocalClientOptions) {
  const applied = readOptions(options, findMistakes(options));
  const { timeoutMs, exposures } = applied;
  const reporter = createReporter(runtime, applied.onError);
  const http =
    options.fetch === undefined ? sendOverHttp(applied.url, { http: nodeHttp, https, zlib }) : undefined;
  const requester = createRequester(http === undefined ? applied : { ...applied, send: http.send }, runtime);
  const keyRefusal = createKeyRefusal();
  const createGate = (failures?: number) => createRequestGate(runtime, keyRefusal, failures);
  const common = { requester, runtime, reporter };
  const queue = createEventQueue({ ...common, gate: createGate() });
  const usage = createUsage({ ...common, gate: createGate() });
  const served = createServedVariations(runtime);
  const batcher = createBatcher({
    ...common,
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

/** Loads the datafile, then follows the stream of changes. */
function follow(
  runtime: Runtime,
  { file, stream, fetch }: LocalClientOptions,
  { applied, reporter, requester, createGate, environment }: Parts,
  listeners: Pick<Parameters<typeof synchronize>[0], 'onChange' | 'onStatus'>,
) {
  const { url, key } = applied;
  const sync = synchronize({
    environment,
    requester,
    gate: createGate(),
    runtime,
    reporter,
    copy: file === undefined ? undefined : createDatafileCopy(file, key, reporter),
    ...listeners,
  });
  let isStopped = false;
  let stopStream = () => {};
  async function followChanges(): Promise<void> {
    await sync.started;
    if (stream === false || isStopped) return;
    stopStream = followStream({
      openStream: fetch === undefined ? openStreamOverHttp : openStreamWith(fetch),
      url,
      key,
      gate: createGate(),
      runtime,
      reporter,
      version: () => environment.loaded?.version,
      onVersion: (version) => sync.refresh(version),
      onReliable: (isReliable) => sync.setReliable(isReliable),
    });
  }
  void followChanges();
  return {
    started: sync.started,
    stop() {
      isStopped = true;
      stopStream();
      return sync.stop();
    },
  };
}

function findMistakes({ file, remote, stream }: LocalClientOptions): string[] {
  const isList = Array.isArray(remote) && remote.every((key) => typeof key === 'string');
  return [
    ...(file === undefined || (typeof file === 'string' && file !== '') ? [] : ['"file" must be a path.']),
    ...(remote === undefined || isList ? [] : ['"remote" must be a list of keys.']),
    ...(stream === undefined || typeof stream === 'boolean' ? [] : ['"stream" must be true or false.']),
  ];
}
