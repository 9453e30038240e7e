import type { Reporter } from '../requests/reporter.ts';

/** The listeners of an application. */
export interface Listeners<Value> {
  add(listener: (value: Value) => void): () => void;
  call(value: Value): void;
  clear(): void;
}

export function createListeners<Value>(reporter: Reporter): Listeners<Value> {
  const listeners = new Set<{ readonly listener: (value: Value) => void }>();
  return {
    add(listener) {
      const entry = { listener };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    call(value) {
      for (const { listener } of Array.from(listeners)) {
        try {
          listener(value);
        } catch (error) {
          reporter.report('application', 'threw', `A listener threw: ${String(error)}`);
        }
      }
    },
    clear: () => listeners.clear(),
  };
}
