import type { Status } from './public/client.ts';

interface Arguments {
  change: readonly string[];
  status: Status;
}
type Listener<Name extends keyof Arguments> = (argument: Arguments[Name]) => void;

export interface Listeners {
  /** Returns what ends it. */
  on<Name extends keyof Arguments>(event: Name, listener: Listener<Name>): () => void;
  emit<Name extends keyof Arguments>(event: Name, argument: Arguments[Name]): void;
  /** How many want to know of changes. */
  ofChanges(): number;
  clear(): void;
}

/** What the application is called by. One that throws keeps no other from being called. */
export function createListeners(onThrow: (error: unknown) => void): Listeners {
  const change = new Set<Listener<never>>();
  const all = { change, status: new Set<Listener<never>>() };
  return {
    on(event, listener) {
      all[event].add(listener);
      return () => all[event].delete(listener);
    },
    emit(event, argument) {
      for (const listener of all[event]) {
        try {
          listener(argument as never);
        } catch (error) {
          onThrow(error);
        }
      }
    },
    ofChanges: () => change.size,
    clear() {
      change.clear();
      all.status.clear();
    },
  };
}
