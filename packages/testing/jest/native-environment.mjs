import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const runningTest = Symbol.for('bunting.runningTest');

/**
 * Runs a suite in the realm of its worker instead of one of its own, so that a worker loads each library and each of our modules once and
 * not for every suite (docs/adr/0052). What a suite changes of the process, and may forget to undo, is undone when it ends.
 */
export default class NativeEnvironment {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);
  #before = readProcess();

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    restoreProcess(this.#before);
  }

  /** Tells `runningTest` of packages/testing/src/browser/keep-pages.ts which test runs, and its hooks whether it has failed. */
  handleTestEvent({ name, test }) {
    if (name === 'test_start') globalThis[runningTest] = { name: nameOf(test), hasFailed: false };
    if (name === 'test_fn_failure') globalThis[runningTest].hasFailed = true;
  }

  /** Returns null, because Jest's own runtime would evaluate modules in this context; Jest requires the method. */
  getVmContext() {
    return null;
  }
}

const nameOf = ({ name, parent }) => (parent.parent ? `${nameOf(parent)} ${name}` : name);

function readProcess() {
  return {
    env: { ...process.env },
    directory: process.cwd(),
    exit: Object.getOwnPropertyDescriptor(process, 'exit'),
    globals: Object.getOwnPropertyDescriptors(globalThis),
  };
}

/**
 * Restores the process. New members of `globalThis` stay, because libraries add them and stay loaded; except the state of Jest's framework, a
 * whole suite.
 */
function restoreProcess({ env, directory, exit, globals }) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (process.env[name] !== value) process.env[name] = value;
  if (process.cwd() !== directory) process.chdir(directory);
  Object.defineProperty(process, 'exit', exit); // Jest wraps it
  for (const key of Reflect.ownKeys(globals)) {
    const now = Object.getOwnPropertyDescriptor(globalThis, key);
    const { value, get } = globals[key];
    if (now?.value !== value || now?.get !== get) Object.defineProperty(globalThis, key, globals[key]);
  }
  for (const key of Object.getOwnPropertySymbols(globalThis))
    if (key.description === 'JEST_STATE_SYMBOL') Reflect.deleteProperty(globalThis, key);
}
