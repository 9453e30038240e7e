export type { Admit, Charge, Cost } from './admit.ts';
export {
  getBodyLimit,
  type Caller,
  type Callers,
  createCallers,
  type EnvironmentKey,
  withAddress,
} from './callers.ts';
export { clientFields } from './client-fields.ts';
export { openCatalogs, type OpenCatalogs } from './open-catalogs.ts';
export { openEnvironments, type OpenEnvironments } from './open-environments.ts';
export { trustedMembers } from './signed-members.ts';
export { createUserSignatures, type RequireSignature, signMembers, signUser } from './user-signatures.ts';
