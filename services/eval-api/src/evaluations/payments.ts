import type { Caller, Charge } from '@bunting/environments';

/** The cost of a request for many variables so far. */
export interface Bill {
  /** Variables. */
  readonly count: number;
  ms: number;
}

/**
 * One token of the rate pays for as many variables as a batch may have, or for this time. At 60,000 a minute an organisation gets a quarter of a
 * processor at most.
 */
const keysPerToken = 100;
const msPerToken = 0.25;
/** Characters of an answer that one token pays for. */
const lengthPerToken = 64 * 1024;

/** Creates the payments: the rate of a caller is charged for the cost of its answer. */
export function createPayments(charge: Charge) {
  function pay(caller: Caller, { count, ms }: Bill, answer?: unknown): void {
    const length = typeof answer === 'string' ? answer.length : 0;
    const tokens = Math.max(
      Math.ceil(count / keysPerToken),
      Math.floor(ms / msPerToken),
      Math.floor(length / lengthPerToken),
    );
    if (tokens > 1) charge(caller, { tokens: tokens - 1, addressTokens: Math.floor(ms) });
  }

  async function payAfter<Answer>(writing: Promise<Answer>, caller: Caller, bill: Bill): Promise<Answer> {
    let answer: Answer | undefined;
    try {
      return (answer = await writing);
    } finally {
      pay(caller, bill, answer);
    }
  }

  return { pay, payAfter };
}
