import type { Client } from './public/client.ts';
import type { ClientOptions } from './public/options.ts';
import type { JsonValue } from './public/variables.ts';
import { checkOptions } from './check-options.ts';
import { createConnection, type Connection } from './requests/connection.ts';
import type { Base } from './base.ts';
import { longestTimerMs } from './bounds.ts';
import { createListeners } from './listeners.ts';
import type { Report } from './report.ts';
import type { Scope } from './scope.ts';
import { createSession, type Session } from './evaluations/session.ts';
import { createStore } from './evaluations/store.ts';
import { nameOf } from './evaluations/values.ts';

/** The client in a given scope: `globalThis`, or what a test puts in its place. */
export function createClientIn(scope: Scope, options: ClientOptions): Client {
  checkOptions(options);
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
      let text = 'it threw';
      try {
        text = String(error);
      } catch {
        // What was thrown has no text.
      }
      report('application', what + text);
    }
  };
  const listeners = createListeners(attempt);
  const store = createStore(() => options.storage ?? scope.localStorage, `bunting:${key}`);
  if (scope.document && !/^.{14}8c11/i.test(key)) report('key', 'Not a client key');
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
  return methodsOf(base, session, createConnection(base, session));
}

function methodsOf(
  { scope, options, later, timeoutMs, listeners, report, attempt }: Base,
  session: Session,
  { ask, follow, reads, tracker, events, close }: Connection,
): Client {
  const { values } = session;
  const mismatched = new Set<string>();
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
        report('type_mismatch', `${name} is not of the type of its fallback`);
      }
      reads.add({ [name]: 1 });
      if (!found.isFallback && found.source !== 'override') tracker.expose(values.find(name)!);
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
      session.close();
      listeners.clear();
      await close();
    },
  } as Client;
  return client;
}
