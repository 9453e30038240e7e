import type { Status } from './public/client.ts';

interface Arguments {
  change: readonly string[];
  status: Status;
}
type Listener<Name extends keyof Arguments> = (argument: Arguments[Name]) => void;

export interface Listeners {
  /** Returns the function that unsubscribes. */
  readonly on: <Name extends keyof Arguments>(event: Name, listener: Listener<Name>) => () => void;
  readonly emit: <Name extends keyof Arguments>(event: Name, argument: Arguments[Name]) => void;
  /** Returns the number of listeners for changes. */
  readonly countChangeListeners: () => number;
  readonly clear: () => void;
}

/** Creates the listeners of a client. `runGuarded` calls each, so that one that throws does not keep the others from being called. */
export function createListeners(runGuarded: (run: () => void) => void): Listeners {
  const change = new Set<Listener<never>>();
  const status = new Set<Listener<never>>();
  const getListeners = (event: string) => (event === 'change' ? change : status);
  return {
    on(event, listener) {
      getListeners(event).add(listener);
      return () => getListeners(event).delete(listener);
    },
    emit(event, argument) {
      for (const listener of getListeners(event)) {
        runGuarded(() => listener(argument as never));
      }
    },
    countChangeListeners: () => change.size,
    clear() {
      change.clear();
      status.clear();
    },
  };
}
