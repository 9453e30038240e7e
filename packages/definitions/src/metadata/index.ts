export { checkMetadata } from './check-metadata.ts';
export {
  addressPattern,
  describeMetadata,
  type FeatureLink,
  type FeatureMetadata,
  isPermanent,
  noMetadata,
  permanentKinds,
  storedMetadata,
  storedOwner,
} from './feature-metadata.ts';
export {
  type FeatureKind,
  featureKinds,
  type MetadataInput,
  metadataProperties,
  ownerSchema,
} from './metadata-schema.ts';
