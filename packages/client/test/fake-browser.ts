import type { BroadcastChannelLike, LockManagerLike } from '../src/platform.ts';

/** Suspends and resumes a page. Calls to a suspended page wait until it runs. */
export interface Execution {
  /** Runs it now, or when the page runs again. */
  run(what: () => void): void;
  /** Suspends the page without an event, as a dialog, a debugger, a long task or a frozen page does. */
  suspend(): void;
  resume(): void;
}

export function createExecution(): Execution {
  let waiting: (() => void)[] | undefined;
  return {
    run(what) {
      if (waiting) waiting.push(what);
      else what();
    },
    suspend: () => void (waiting ??= []),
    resume() {
      const now = waiting ?? [];
      waiting = undefined;
      for (const each of now) each();
    },
  };
}

interface LockState {
  /** The holder of the lock; undefined = none. */
  holder: ((reason: Error) => void) | undefined;
  readonly queue: (() => void)[];
}

/** The parts of a browser that all tabs share. */
export interface FakeBrowser {
  readonly stored: Map<string, string>;
  readonly channels: ReadonlySet<BroadcastChannelLike>;
  /** False = pages may not use locks, as in a sandbox. */
  areLocksAllowed: boolean;
  locksOf(execution: Execution): LockManagerLike;
  channelsOf(execution: Execution): new (name: string) => BroadcastChannelLike;
}

export function createBrowser(): FakeBrowser {
  const channels = new Set<BroadcastChannelLike & { readonly name: string; deliver(data: unknown): void }>();
  const locks = new Map<string, LockState>();

  const channelsOf = (execution: Execution) =>
    class FakeChannel implements BroadcastChannelLike {
      onmessage: BroadcastChannelLike['onmessage'] = null;
      readonly name: string;
      constructor(name: string) {
        this.name = name;
        channels.add(this);
      }
      deliver(data: unknown): void {
        execution.run(() => channels.has(this) && this.onmessage?.({ data }));
      }
      postMessage(message: unknown): void {
        const data = structuredClone(message);
        for (const each of channels) if (each !== this && each.name === this.name) each.deliver(data);
      }
      close(): void {
        channels.delete(this);
      }
    };

  function free(lock: LockState): void {
    lock.holder = undefined;
    lock.queue.shift()?.();
  }

  async function request(
    execution: Execution,
    name: string,
    options: Parameters<LockManagerLike['request']>[1],
    use: () => Promise<void>,
  ): Promise<void> {
    if (!browser.areLocksAllowed) throw new Error('SecurityError');
    const lock = locks.get(name) ?? { holder: undefined, queue: [] };
    locks.set(name, lock);
    const signal = 'signal' in options ? options.signal : undefined;
    if ('steal' in options) lock.holder?.(new Error('AbortError: stolen'));
    else if (lock.holder || lock.queue[0]) {
      await new Promise<void>((resolve, reject) => {
        lock.queue.push(resolve);
        signal?.addEventListener('abort', () => {
          const at = lock.queue.indexOf(resolve);
          if (at < 0) return;
          lock.queue.splice(at, 1);
          reject(new Error('AbortError'));
        });
      });
    }
    await new Promise<void>((resolve, reject) => {
      const holder = (reason: Error) => execution.run(() => reject(reason));
      lock.holder = holder;
      execution.run(() => {
        const end = () => {
          if (lock.holder === holder) free(lock);
          resolve();
        };
        void use().then(end, end);
      });
    });
  }
  const browser: FakeBrowser = {
    stored: new Map(),
    channels,
    areLocksAllowed: true,
    channelsOf,
    locksOf: (execution) => ({ request: (name, options, use) => request(execution, name, options, use) }),
  };
  return browser;
}
