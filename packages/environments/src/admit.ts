import type { Organisation } from '@bunting/definitions/organisations';
import { governanceErrorOf, type Governance, type GovernedRequest, type Limits } from '@bunting/governance';
import type { FastCounter } from '@bunting/observability';

/**
 * Asks governance whether a request of the organisation may be answered (contract §7.2). Throws the HttpError of the limit that
 * refuses it.
 */
export type Admit = (organisation: Organisation, request: GovernedRequest) => Promise<void>;

/** Counts the requests that governance refuses. */
export function createAdmit(options: {
  governance: Pick<Governance, 'admit'>;
  limits: Limits;
  /** Counts rejections by code. */
  rejections: FastCounter;
}): Admit {
  const { governance, limits, rejections } = options;
  return async function admit(organisation, request) {
    const admission = await governance.admit(organisation, request);
    if (admission.admitted) return;
    rejections.add(admission.code);
    throw governanceErrorOf(admission, limits);
  };
}
