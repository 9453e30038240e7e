import { createSemaphore } from '@bunting/async';
import { settingsErrors } from '../framework/errors.ts';
import { withPermits } from '../framework/permits.ts';
import { toNetwork } from '@bunting/service/client-address';

/**
 * The queue in front of scrypt. A hash takes one of the four threads that all of the process shares for a tenth of a second. So
 * only a few are computed at a time, only a few wait, and only a few of these come from one network.
 */
export interface PasswordQueue {
  /**
   * Runs `work`, which hashes a password, after those that wait already. Throws 503 when that takes too long. `link` names the link
   * that the request uses. Of several requests with one link at the same time, the others get 409 without a hash.
   */
  run<Result>(from: { address: string; link?: string }, work: () => Promise<Result>): Promise<Result>;
}

export interface PasswordQueueOptions {
  readonly permits?: number;
  readonly maxWaiting?: number;
  /** Waiting and running together. */
  readonly maxOfNetwork?: number;
  readonly maxWaitMs?: number;
}

export function createPasswordQueue({
  permits = 2,
  maxWaiting = 40,
  maxOfNetwork = 10,
  maxWaitMs = 5_000,
}: PasswordQueueOptions = {}): PasswordQueue {
  const refusal = settingsErrors.tooManyPasswords;
  const queue = createSemaphore(permits, { maxWaiting });
  const ofNetworks = new Map<string, number>();
  const links = new Set<string>();

  return {
    async run({ address, link }, work) {
      const network = toNetwork(address);
      const others = ofNetworks.get(network) ?? 0;
      if (link !== undefined && links.has(link)) throw settingsErrors.linkInUse;
      if (others >= maxOfNetwork) throw refusal;
      ofNetworks.set(network, others + 1);
      if (link !== undefined) links.add(link);
      try {
        return await withPermits([queue], { maxWaitMs, refusal }, work);
      } finally {
        if (link !== undefined) links.delete(link);
        const left = ofNetworks.get(network)! - 1;
        if (left === 0) ofNetworks.delete(network);
        else ofNetworks.set(network, left);
      }
    },
  };
}
