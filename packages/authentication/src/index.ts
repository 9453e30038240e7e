export { getPossibleHashes } from '@bunting/datafile';
export { allowOrigin } from './allow-origin.ts';
export { authenticate, findAgain, secretKinds, sentKey } from './authenticate-environment-key.ts';
export { findOrganisationToken, type OrganisationToken } from './find-organisation-token.ts';
export { type PasswordHashes, scryptHashes } from './hash-password.ts';
export { createLastUses, type LastUses } from './last-uses.ts';
export {
  generateApiToken,
  generateEnvironmentKey,
  generateInvitationToken,
  generatePassword,
  generateSigningSecret,
  generateUserSigningSecret,
  type HashedSecret,
  hashEnvironmentKey,
  hashSecret,
} from './hash-secret.ts';
