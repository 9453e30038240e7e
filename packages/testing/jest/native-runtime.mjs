import asyncHooks from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { optionsFor } from '../../../tools/typescript-hooks.mjs';
import { setJestGlobals } from './native-globals.mjs';

const require = createRequire(import.meta.url);
const eventHandlers = Symbol.for('EVENT_HANDLERS');
const testTimeout = Symbol.for('TEST_TIMEOUT_SYMBOL');
let areHooksRegistered = false;
let suites = 0;

/**
 * Loads what Jest asks for with Node.js's own loader, which keeps it for the next suites of the worker. Each suite gets new modules only of
 * folders `test/` (native-hooks.mjs). Mocks of modules and coverage are not supported.
 */
export default class NativeRuntime {
  #environment;
  #storages = [];

  constructor(_config, environment) {
    this.#environment = environment;
    if (areHooksRegistered) return;
    areHooksRegistered = true;
    register('../../../tools/typescript-hooks.mjs', import.meta.url);
    register('./native-hooks.mjs', import.meta.url);
  }

  /**
   * Evaluates Jest's framework again for each suite, because its state is that of one. Jest asks for nothing else.
   */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[eventHandlers];
    delete globalThis[testTimeout];
    // Newer releases of Node.js have a getter here, and storages that cost promises nothing.
    const { value: AsyncLocalStorage } = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage');
    if (AsyncLocalStorage === undefined) return require(path);
    const storages = this.#storages;
    asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
      constructor(options) {
        super(options);
        storages.push(this);
      }
    };
    try {
      return require(path);
    } finally {
      asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
    }
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    suites += 1;
    await import(`${pathToFileURL(path).href}?suite=${suites}`);
  }

  setGlobalsForRuntime(globals) {
    const { fakeTimersModern: timers, moduleMocker: mocks } = this.#environment;
    setJestGlobals({
      ...globals,
      jest: {
        setTimeout: (timeoutMs) => void (globalThis[testTimeout] = timeoutMs),
        useFakeTimers: (options) => timers.useFakeTimers(options),
        useRealTimers: () => timers.useRealTimers(),
        advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
        advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
        fn: (implementation) => mocks.fn(implementation),
        spyOn: (object, name) => mocks.spyOn(object, name),
        restoreAllMocks: () => mocks.restoreAllMocks(),
      },
    });
  }

  getSourceMaps() {
    return sourceMaps;
  }

  enterTestCode() {}
  leaveTestCode() {}
  getAllCoverageInfoCopy() {}
  getAllV8CoverageInfoCopy() {}

  /** Disables the storages: every promise pays for each storage in use, also for those of suites that have ended. */
  teardown() {
    for (const storage of this.#storages) storage.disable();
  }
}

/** The source maps of our files by path or URL. Each is made when an error from the file is printed. */
class SourceMaps extends Map {
  get(file) {
    if (!super.has(file)) this.set(file, sourceMapOf(file));
    return super.get(file);
  }
}
const sourceMaps = new SourceMaps();

function sourceMapOf(file) {
  const filename = file.startsWith('file:') ? fileURLToPath(file) : file;
  if (!filename.endsWith('.ts')) return '';
  const { map } = transformSync(readFileSync(filename, 'utf8'), {
    ...optionsFor(filename),
    sourceMaps: true,
  });
  return `data:application/json;base64,${Buffer.from(map).toString('base64')}`;
}
