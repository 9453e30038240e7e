import type { Organisation } from '@bunting/definitions/organisations';
import {
  governanceErrorOf,
  type Admission,
  type Governance,
  type GovernedRequest,
  type Limits,
} from '@bunting/governance';
import type { FastCounter } from '@bunting/observability';

/**
 * Asks governance whether a request of the organisation may be answered (contract §7.2). Throws or rejects with the HttpError of the limit
 * that refuses it; a promise only if Redis must be asked.
 */
export type Admit = (organisation: Organisation, request: GovernedRequest) => void | Promise<void>;

/** Counts the requests that governance refuses. */
export function createAdmit(options: {
  governance: Pick<Governance, 'admit'>;
  limits: Limits;
  /** Counts rejections by code. */
  rejections: FastCounter;
}): Admit {
  const { governance, limits, rejections } = options;

  function throwUnlessAdmitted(admission: Admission): void {
    if (admission.admitted) return;
    rejections.add(admission.code);
    throw governanceErrorOf(admission, limits);
  }

  return (organisation, request) => {
    const admission = governance.admit(organisation, request);
    return admission instanceof Promise
      ? admission.then(throwUnlessAdmitted)
      : throwUnlessAdmitted(admission);
  };
}
