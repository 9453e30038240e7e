import type { Organisation } from '@bunting/definitions/organisations';
import {
  toGovernanceError,
  type Admission,
  type Governance,
  type GovernedRequest,
  type Limits,
} from '@bunting/governance';
import type { FastCounter } from '@bunting/observability';
import type { Caller, Callers, EnvironmentKey } from './callers.ts';

/**
 * Asks governance whether a request of the organisation may be answered (contract §7.2). Throws or rejects with the HttpError of the limit
 * that refuses it; a promise only if Redis must be asked.
 */
export type Admit = (organisation: Organisation, request: GovernedRequest) => void | Promise<void>;

/** The tokens that a request has cost beyond its first one, by the rates that admitted it. */
export interface Cost {
  readonly tokens: number;
  /** Tokens of the address, if the request has a client key. */
  readonly addressTokens: number;
}

/** Takes what a request has cost from its rates: those who cost more may ask less. */
export type Charge = (caller: Caller<EnvironmentKey>, cost: Cost) => void;

export function createCharge(options: {
  governance: Pick<Governance, 'charge'>;
  callers: Pick<Callers, 'charge'>;
}): Charge {
  const { governance, callers } = options;
  return (caller, { tokens, addressTokens }) => {
    const isClient = caller.kind === 'client';
    if (tokens > 0) governance.charge(caller.environment.access.organisation, { isClient, tokens });
    if (addressTokens > 0) callers.charge(caller, addressTokens);
  };
}

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
    throw toGovernanceError(admission, limits);
  }

  return (organisation, request) => {
    const admission = governance.admit(organisation, request);
    return admission instanceof Promise
      ? admission.then(throwUnlessAdmitted)
      : throwUnlessAdmitted(admission);
  };
}
