export { authenticate } from './authenticate-environment-key.ts';
export { findOrganisationToken, type OrganisationToken } from './find-organisation-token.ts';
export { hashPassword, verifyPassword } from './hash-password.ts';
export { createLastUses, type LastUses } from './last-uses.ts';
export {
  generateApiToken,
  generateEnvironmentKey,
  generateInvitationToken,
  generatePassword,
  generateSigningSecret,
  type HashedSecret,
  hashEnvironmentKey,
  hashSecret,
} from './hash-secret.ts';
