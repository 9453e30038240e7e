import { settingsErrors } from '../framework/errors.ts';
import { createSemaphore } from '../framework/semaphore.ts';
import { networkOf } from '../framework/http/client-address.ts';

/**
 * The queue in front of scrypt. A hash takes a tenth of a second of one of the four threads that everything in this process
 * shares, so that few are made at a time, few wait for it, and few of these come from one network.
 */
export interface PasswordQueue {
  /**
   * Runs `work`, which hashes a password, when its turn has come; 503 when it does not. `link` names the one link that the
   * request uses: of those who use the same at a time the first one is served, and the others are told so (409) without a hash.
   */
  run<Result>(from: { address: string; link?: string }, work: () => Promise<Result>): Promise<Result>;
}

export interface PasswordQueueOptions {
  readonly most?: number;
  readonly maxWaiting?: number;
  /** Waiting and at work together. */
  readonly maxOfNetwork?: number;
  readonly waitMs?: number;
}

export function createPasswordQueue({
  most = 2,
  maxWaiting = 40,
  maxOfNetwork = 10,
  waitMs = 5_000,
}: PasswordQueueOptions = {}): PasswordQueue {
  const refusal = settingsErrors.tooManyPasswords;
  const queue = createSemaphore({ most, maxWaiting, refusal });
  const ofNetworks = new Map<string, number>();
  const links = new Set<string>();

  return {
    async run({ address, link }, work) {
      const network = networkOf(address);
      const others = ofNetworks.get(network) ?? 0;
      if (link !== undefined && links.has(link)) throw settingsErrors.linkInUse;
      if (others >= maxOfNetwork) throw refusal;
      ofNetworks.set(network, others + 1);
      if (link !== undefined) links.add(link);
      try {
        await queue.enter(waitMs);
        try {
          return await work();
        } finally {
          queue.leave();
        }
      } finally {
        if (link !== undefined) links.delete(link);
        const left = ofNetworks.get(network)! - 1;
        if (left === 0) ofNetworks.delete(network);
        else ofNetworks.set(network, left);
      }
    },
  };
}
