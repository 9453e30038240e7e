import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { beganAt, Failure } from '@bunting/embedded-servers';

interface Entry {
  readonly name: string;
  readonly pid: number;
  /**
   * The start time of the process according to the system. It distinguishes the process from a later one with the same id.
   */
  readonly began: string;
}

const self = 'npm start';

/**
 * Remembers in a file which processes belong to an installation, so that a start after a crash can end what the crash
 * left running, and never touches a process that is not ours.
 */
export class ProcessRegistry {
  readonly #path: string;
  #entries: Entry[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  /** Returns the processes of an earlier start that still run. */
  leftovers(): readonly Entry[] {
    return readEntries(this.#path).filter(isRunning);
  }

  /** Takes the data directory for this process: ends what a start that was killed left running, refuses one that runs. */
  async takeOver(report: (message: string) => void): Promise<void> {
    const leftovers = this.leftovers();
    const other = leftovers.find(({ name }) => name === self);
    if (other) {
      throw new Failure(
        `Another start of Bunting (process ${other.pid}) uses this DATA_DIR: stop it, or use another DATA_DIR and other ports.`,
      );
    }
    if (leftovers.length > 0) report('The last start was killed: stopping its remaining processes.');
    // Services first, the database last, as in an orderly stop.
    for (const entry of leftovers.toReversed()) await endProcess(entry);
    this.#add(self, process.pid);
  }

  /** Adds a child until it exits. */
  watch(name: string, child: ChildProcess): void {
    const { pid } = child;
    if (pid === undefined) return;
    this.#add(name, pid);
    child.once('exit', () => this.#write(this.#entries.filter((entry) => entry.pid !== pid)));
  }

  /** Ends every child at once, as a last resort. */
  killAll(): void {
    for (const { pid } of this.#entries) if (pid !== process.pid) signal(pid, 'SIGKILL');
  }

  clear(): void {
    this.#write([]);
  }

  #add(name: string, pid: number): void {
    const began = beganAt(pid);
    if (began !== undefined) this.#write([...this.#entries, { name, pid, began }]);
  }

  #write(entries: Entry[]): void {
    this.#entries = entries;
    writeFileSync(this.#path, JSON.stringify(entries, undefined, 2), { mode: 0o600 });
  }
}

/** Ends a process that is not our child: asked first, made to after ten seconds. */
async function endProcess(entry: Entry): Promise<void> {
  signal(entry.pid, entry.name === 'PostgreSQL' ? 'SIGINT' : 'SIGTERM');
  const deadline = Date.now() + 10_000;
  while (isRunning(entry)) {
    if (Date.now() > deadline) signal(entry.pid, 'SIGKILL');
    await sleep(20);
  }
}

function isRunning({ pid, began }: Entry): boolean {
  return beganAt(pid) === began;
}

function readEntries(path: string): Entry[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Entry[];
  } catch {
    return []; // missing, or half written when the machine crashed
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // already gone
  }
}
