import type { Status } from './public/client.ts';

interface Arguments {
  change: readonly string[];
  status: Status;
}
type Listener<Name extends keyof Arguments> = (argument: Arguments[Name]) => void;

export interface Listeners {
  /** Returns what ends it. */
  readonly on: <Name extends keyof Arguments>(event: Name, listener: Listener<Name>) => () => void;
  readonly emit: <Name extends keyof Arguments>(event: Name, argument: Arguments[Name]) => void;
  /** How many want to know of changes. */
  readonly ofChanges: () => number;
  readonly clear: () => void;
}

/** What the application is called by. `attempt` runs each: one that throws keeps no other from being called. */
export function createListeners(attempt: (run: () => void) => void): Listeners {
  const change = new Set<Listener<never>>();
  const status = new Set<Listener<never>>();
  const of = (event: string) => (event === 'change' ? change : status);
  return {
    on(event, listener) {
      of(event).add(listener);
      return () => of(event).delete(listener);
    },
    emit(event, argument) {
      for (const listener of of(event)) {
        attempt(() => listener(argument as never));
      }
    },
    ofChanges: () => change.size,
    clear() {
      change.clear();
      status.clear();
    },
  };
}
