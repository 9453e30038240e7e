import { readFileSync } from 'node:fs';

/** A row of docs/operate/sizing.md: the resources of a container, and its measured memory in MiB. */
export interface ReplicaRow {
  readonly name: string;
  readonly busy: number;
  readonly atWorst: number;
  readonly memory: { readonly requests: number; readonly limits: number };
  /** As Kubernetes writes it: `250m`. */
  readonly cpu: { readonly requests: string; readonly limits: string };
}

export function readReplicaTable(): ReplicaRow[] {
  const text = readFileSync(new URL('../../docs/operate/sizing.md', import.meta.url), 'utf8');
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

/** Converts an amount in the form of Kubernetes or Compose to MiB: 512Mi, 1Gi, 512M, 1G. */
export function toMebibytes(amount: string): number {
  const [, number, unit] = /^(\d+)([MG])i?$/.exec(amount)!;
  return Number(number) * (unit === 'G' ? 1024 : 1);
}
