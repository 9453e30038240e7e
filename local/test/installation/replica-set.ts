import { setTimeout as delay } from 'node:timers/promises';
import { isReady, startReplica, type Replica } from './replica.ts';

export interface ReplicaSet {
  readonly service: string;
  /** The next ready replica's, in turn. */
  readonly port: number;
  readonly replicas: readonly Replica[];
  /** Puts a new replica in the place of that one, and waits until the set routes to it. Gives how the old one ended. */
  replace(index: number): Promise<{ code: number | null; tookMs: number }>;
  stop(): Promise<void>;
}

const probeIntervalMs = 100;

/**
 * Replicas of one service behind one name, as a Service of Kubernetes has them: requests go in turn to those that were ready
 * when they were asked last.
 */
export async function startReplicaSet(
  service: string,
  env: Record<string, string>,
  size: number,
): Promise<ReplicaSet> {
  const replicas = await Promise.all(Array.from({ length: size }, () => startReplica(service, env)));
  let ready: readonly Replica[] = [...replicas];
  let turn = 0;
  let isStopped = false;
  const probing = probe();

  async function probe(): Promise<void> {
    while (!isStopped) {
      const asked = [...replicas];
      const answers = await Promise.all(asked.map(isReady));
      ready = asked.filter((_replica, index) => answers[index]);
      await delay(probeIntervalMs);
    }
  }

  return {
    service,
    replicas,
    get port() {
      const chosen = ready[turn++ % Math.max(1, ready.length)];
      if (chosen === undefined) throw new Error(`No replica of ${service} is ready.`);
      return chosen.port;
    },
    async replace(index) {
      const [end, replica] = await Promise.all([replicas[index]!.stop(), startReplica(service, env)]);
      replicas[index] = replica;
      while (!ready.includes(replica)) await delay(10);
      return end;
    },
    async stop() {
      isStopped = true;
      await probing;
      await Promise.all(replicas.map((replica) => replica.stop()));
    },
  };
}
