export { changeEnvironmentKeys, type EnvironmentKeyState, readEnvironmentKeys } from './environment-keys.ts';
export {
  changeEnvironments,
  moveEnvironment,
  describeEnvironment,
  describeEnvironmentWithPosition,
  type EnvironmentState,
  newEnvironment,
  readEnvironments,
} from './environments.ts';
export { changeSigningSecret, readSigningSecret } from './signing-secrets.ts';
