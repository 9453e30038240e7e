import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { beganAt } from '@bunting/embedded-servers';

interface Entry {
  readonly name: string;
  readonly pid: number;
  /**
   * The start time of the process according to the system. It distinguishes the process from a later one with the same id.
   */
  readonly began: string;
}

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

  /** The processes of an earlier start that still run. */
  leftovers(): readonly Entry[] {
    return readEntries(this.#path).filter(({ pid, began }) => beganAt(pid) === began);
  }

  add(name: string, pid: number): void {
    const began = beganAt(pid);
    if (began === undefined) return;
    this.#entries.push({ name, pid, began });
    this.#write();
  }

  /** Adds a child until it exits. */
  watch(name: string, child: ChildProcess): void {
    const { pid } = child;
    if (pid === undefined) return;
    this.add(name, pid);
    child.once('exit', () => {
      this.#entries = this.#entries.filter((entry) => entry.pid !== pid);
      this.#write();
    });
  }

  /** Last resort: ends every child at once. */
  killAll(): void {
    for (const { pid } of this.#entries) if (pid !== process.pid) signal(pid, 'SIGKILL');
  }

  clear(): void {
    this.#entries = [];
    this.#write();
  }

  #write(): void {
    writeFileSync(this.#path, JSON.stringify(this.#entries, undefined, 2), { mode: 0o600 });
  }
}

/** Ends a process that is not our child: SIGTERM first, SIGKILL after ten seconds. */
export async function endProcess({ pid, began }: Entry, politely: NodeJS.Signals): Promise<void> {
  signal(pid, politely);
  const deadline = Date.now() + 10_000;
  while (beganAt(pid) === began) {
    if (Date.now() > deadline) signal(pid, 'SIGKILL');
    await sleep(20);
  }
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
