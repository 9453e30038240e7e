export {
  createSealingKeys,
  openSecret,
  resealSecret,
  type SealedSecret,
  type SecretOwner,
  type SealingKeys,
  sealSecret,
} from './seal-secret.ts';
export { sealingFields, userSigningFields } from './sealing-fields.ts';
