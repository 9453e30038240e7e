export { type Admit, createAdmit } from './admit.ts';
export { openEnvironments, type OpenEnvironments } from './open-environments.ts';
