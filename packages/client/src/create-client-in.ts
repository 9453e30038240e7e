import type { Client } from './public/client.ts';
import type { ClientOptions } from './public/options.ts';
import type { JsonValue } from './public/variables.ts';
import { checkOptions } from './check-options.ts';
import { createConnection } from './requests/connection.ts';
import type { Base } from './base.ts';
import { longestTimerMs } from './bounds.ts';
import { createListeners } from './listeners.ts';
import type { Report } from './report.ts';
import type { Scope } from './scope.ts';
import { createSession, type Session } from './evaluations/session.ts';
import { createStore } from './evaluations/store.ts';
import { nameOf } from './evaluations/values.ts';

/** The client in a given scope: `globalThis`, or what a test puts in its place. */
export function createClientIn(scope: Scope, given: ClientOptions): Client {
  const options = { ...given };
  const problem = checkOptions(scope, options);
  let session: Session | undefined;
  const { key, onError = ({ message }) => scope.console.warn(`Bunting: ${message}`) } = options;
  const report: Report = (code, message) => {
    try {
      if (session?.status !== 'closed') onError({ code, message });
    } catch {
      // There is nobody left to report it to.
    }
  };
  const attempt: Base['attempt'] = (run, what = '') => {
    try {
      run();
    } catch (error) {
      try {
        report('application', what + String(error));
      } catch {
        // What was thrown has no text.
        report('application', `${what}it threw`);
      }
    }
  };
  const listeners = createListeners(attempt);
  const store = createStore(() => options.storage ?? scope.localStorage, `bunting:${key}`);
  if (problem) report('options', problem);
  else if (scope.document && !/^.{14}8c11/i.test(key)) report('key', 'Not a client key');
  const base: Base = {
    scope,
    options,
    listeners,
    store,
    report,
    attempt,
    later: (run, ms) => scope.setTimeout(run, Math.min(ms, longestTimerMs)),
    timeoutMs: options.timeoutMs ?? 5_000,
  };
  session = createSession(base);
  return methodsOf(base, session);
}

function methodsOf(base: Base, session: Session): Client {
  const { scope, options, later, timeoutMs, listeners, report, attempt } = base;
  const { variables: values } = session;
  const mismatched = new Set<string>();
  const { ask, follow, start, reads, tracker, events, end: endConnection } = createConnection(base, session);
  start();
  let asked = session.status === 'ready' ? Promise.resolve() : ask(0);

  const client = {
    bootstrap: options.bootstrap,
    get status() {
      return session.status;
    },
    ready: (given?: { timeoutMs?: number }) =>
      new Promise((resolve) => {
        const end = () => {
          scope.clearTimeout(timer);
          resolve(session.status);
        };
        const timer = later(end, given?.timeoutMs ?? timeoutMs);
        void asked.then(end);
      }),
    value: (key: string, fallback: JsonValue) => client.details(key, fallback).value,
    details(key: string, fallback: JsonValue, given?: { expose?: boolean }) {
      const name = nameOf(key);
      const found = values.details(name, fallback);
      if (given?.expose === false) return found;
      if (found.error === 'type_mismatch' && !mismatched.has(name)) {
        mismatched.add(name);
        report('type_mismatch', `${name}: fallback type differs`);
      }
      reads.add({ [name]: 1 });
      const result = values.findResult(name);
      if (!found.isFallback && found.source !== 'override' && result) tracker.expose(result);
      return found;
    },
    all: values.all,
    identify(user, given) {
      if (session.status !== 'closed') session.become(user, given?.signature);
      return client.refresh();
    },
    refresh: () => (asked = ask(2)).then(() => session.status),
    track(event, given) {
      attempt(() => tracker.track(event, given ?? {}));
    },
    override(key: string, value: JsonValue | undefined) {
      attempt(() => {
        if (values.override(key, value)) listeners.emit('change', [nameOf(key)]);
      });
    },
    on(event: 'change' | 'status', listener: (argument: unknown) => void) {
      if (session.status === 'closed') {
        session.reopen();
        start();
        asked = ask(0);
      }
      const end = listeners.on(event, listener);
      follow();
      return () => {
        end();
        follow();
      };
    },
    flush: events.flush,
    async close() {
      if (session.status === 'closed') return;
      session.end();
      listeners.clear();
      await endConnection();
    },
  } as Client;
  return client;
}
