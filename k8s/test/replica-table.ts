import { readFileSync } from 'node:fs';

/** What docs/scaling.md says that a container gets, and what it was measured to take. Memory in MiB. */
export interface ReplicaRow {
  readonly name: string;
  readonly busy: number;
  readonly atWorst: number;
  readonly memory: { readonly requests: number; readonly limits: number };
  /** As Kubernetes writes it: `250m`. */
  readonly cpu: { readonly requests: string; readonly limits: string };
}

export function readReplicaTable(): ReplicaRow[] {
  const text = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8');
  const table = text.split('## What a replica gets')[1]!.split('\n## ')[0]!;
  const lines = table.split('\n').filter((line) => /^\| [a-z]/.test(line));
  return lines.map((line) => {
    const [name, , busy, atWorst, least, most, cpuLeast, cpuMost] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return {
      name: name!,
      busy: Number(busy),
      atWorst: Number(atWorst),
      memory: { requests: Number(least), limits: Number(most) },
      cpu: { requests: cpuLeast!, limits: cpuMost! },
    };
  });
}

/** MiB of an amount as Kubernetes or Compose writes it: 512Mi, 1Gi, 512M, 1G. */
export function mebibytesOf(amount: string): number {
  const [, number, unit] = /^(\d+)([MG])i?$/.exec(amount)!;
  return Number(number) * (unit === 'G' ? 1024 : 1);
}
