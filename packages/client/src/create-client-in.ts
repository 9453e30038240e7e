import type { Client } from './public/client.ts';
import type { ClientOptions } from './public/options.ts';
import type { JsonValue } from './public/variables.ts';
import { checkOptions } from './check-options.ts';
import { createConnection, type Connection } from './connection.ts';
import type { Base } from './context.ts';
import { createListeners } from './listeners.ts';
import { createReport } from './report.ts';
import type { Scope } from './scope.ts';
import { createSession, type Session } from './session.ts';
import { createStore } from './store.ts';

/** The client in a given scope: `globalThis`, or what a test puts in its place. */
export function createClientIn(scope: Scope, options: ClientOptions): Client {
  checkOptions(options);
  let session: Session | undefined;
  const report = createReport(scope, options, () => session?.status === 'closed');
  const { key, storage } = options;
  const listeners = createListeners((error) => report('listener', String(error)));
  const store = createStore(
    () => (storage === false ? undefined : (storage ?? scope.localStorage)),
    `bunting:${key}`,
  );
  if (scope.document && !/^.{14}8c11/i.test(key)) report('key', 'This is no client key');
  const base = { scope, options, listeners, store, report, timeoutMs: options.timeoutMs ?? 5_000 };
  session = createSession(base);
  return methodsOf(base, session, createConnection(base, session));
}

function methodsOf(
  { scope, timeoutMs, listeners, report }: Base,
  session: Session,
  { ask, follow, reads, tracker, events, close }: Connection,
): Client {
  const { values } = session;
  const mismatched = new Set<string>();
  let asked = session.status === 'ready' ? Promise.resolve() : ask(0);
  const status = () => session.status;

  const client = {
    get status() {
      return session.status;
    },
    ready: (given: { timeoutMs?: number } = {}) =>
      new Promise((resolve) => {
        const done = () => {
          scope.clearTimeout(timer);
          resolve(session.status);
        };
        const timer = scope.setTimeout(done, given.timeoutMs ?? timeoutMs);
        void asked.then(done);
      }),
    value: (key: string, fallback: JsonValue) => client.details(key, fallback).value,
    details(key: string, fallback: JsonValue, { expose = true } = {}) {
      const found = values.details(key, fallback);
      if (found.error === 'type_mismatch' && !mismatched.has(key)) {
        mismatched.add(key);
        report('type_mismatch', `${key} is of another type than its fallback`);
      }
      if (!expose) return found;
      reads.add({ [key.toLowerCase()]: 1 });
      if (!found.isFallback && found.source !== 'override') tracker.expose(values.find(key)!);
      return found;
    },
    all: values.all,
    identify(user, { signature } = {}) {
      if (session.status !== 'closed') session.become(user, signature);
      return client.refresh();
    },
    refresh: () => (asked = ask(2)).then(status),
    track: (event, given = {}) => tracker.track(event, given),
    override(key: string, value: JsonValue | undefined) {
      if (values.override(key, value)) listeners.emit('change', [key.toLowerCase()]);
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
