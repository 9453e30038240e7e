export type { Admit } from './admit.ts';
export { openEnvironments, type OpenEnvironments } from './open-environments.ts';
