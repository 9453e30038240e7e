import { type JsonValue, normaliseKey } from '@bunting/sdk-core';
import type { Client } from './public/client.ts';
import type { ClientOptions } from './public/options.ts';
import { checkOptions } from './check-options.ts';
import { createConnection } from './requests/connection.ts';
import type { ClientContext } from './client-context.ts';
import { maxTimerMs } from './bounds.ts';
import { createListeners } from './listeners.ts';
import type { Report } from './report.ts';
import type { Platform } from './platform.ts';
import { createClientState, type ClientState } from './evaluations/client-state.ts';
import { createStore } from './evaluations/store.ts';

/** Creates the client on a platform: `globalThis`, or the one of a test. */
export function createClientIn(platform: Platform, given: ClientOptions): Client {
  const options = { ...given };
  const problem = checkOptions(platform, options);
  let state: ClientState | undefined;
  const { key, onError = ({ message }) => platform.console.warn(`Bunting: ${message}`) } = options;
  const report: Report = (code, message) => {
    try {
      if (state?.status !== 'closed') onError({ code, message });
    } catch {
      // An error handler that throws has nobody left to report to.
    }
  };
  const runGuarded: ClientContext['runGuarded'] = (run, message = '') => {
    try {
      run();
    } catch (error) {
      let text = 'it threw';
      try {
        text = String(error);
      } catch {
        // The thrown value cannot be converted to a text.
      }
      report('application', message + text);
    }
  };
  const listeners = createListeners(runGuarded);
  const store = createStore(() => options.storage ?? platform.localStorage, `bunting:${key}`);
  if (problem) report('options', problem);
  else if (platform.document && !/^.{14}8c11/i.test(key)) report('key', 'Not a client key');
  const context: ClientContext = {
    platform,
    options,
    listeners,
    store,
    report,
    runGuarded,
    schedule: (run, ms) => platform.setTimeout(run, Math.min(ms, maxTimerMs)),
    timeoutMs: options.timeoutMs ?? 5_000,
  };
  state = createClientState(context);
  return createMethods(context, state);
}

function createMethods(context: ClientContext, state: ClientState): Client {
  const { platform, options, schedule, timeoutMs, listeners, report, runGuarded } = context;
  const { variables: values } = state;
  const mismatched = new Set<string>();
  const {
    load,
    updateStream,
    start,
    readCounts,
    tracker,
    events,
    end: endConnection,
  } = createConnection(context, state);
  start();
  let loading = state.status === 'ready' ? Promise.resolve() : load(0);

  const client = {
    bootstrap: options.bootstrap,
    get status() {
      return state.status;
    },
    ready: (given?: { timeoutMs?: number }) =>
      new Promise((resolve) => {
        const end = () => {
          platform.clearTimeout(timer);
          resolve(state.status);
        };
        const timer = schedule(end, given?.timeoutMs ?? timeoutMs);
        void loading.then(end);
      }),
    value: (key: string, fallback: JsonValue) => client.details(key, fallback).value,
    details(key: string, fallback: JsonValue, given?: { expose?: boolean }) {
      const name = normaliseKey(key);
      const found = values.getDetails(name, fallback);
      if (given?.expose === false) return found;
      if (found.error === 'type_mismatch' && !mismatched.has(name)) {
        mismatched.add(name);
        report('type_mismatch', `${name}: wrong fallback type`);
      }
      readCounts.increment({ [name]: 1 });
      const result = values.findResult(name);
      if (!found.isFallback && found.source !== 'override' && result) tracker.recordExposure(result);
      return found;
    },
    all: values.getAll,
    identify(user, given) {
      if (state.status !== 'closed') state.setUser(user, given?.signature);
      return client.refresh();
    },
    refresh: () => (loading = load(2)).then(() => state.status),
    track(event, given) {
      runGuarded(() => tracker.recordEvent(event, given ?? {}));
    },
    override(key: string, value: JsonValue | undefined) {
      runGuarded(() => {
        if (values.setOverride(key, value)) listeners.emit('change', [normaliseKey(key)]);
      });
    },
    on(event: 'change' | 'status', listener: (argument: unknown) => void) {
      if (state.status === 'closed') {
        state.reopen();
        start();
        loading = load(0);
      }
      const end = listeners.on(event, listener);
      updateStream();
      return () => {
        end();
        updateStream();
      };
    },
    flush: events.flush,
    async close() {
      if (state.status === 'closed') return;
      state.end();
      listeners.clear();
      await endConnection();
    },
  } as Client;
  return client;
}
