export { checkNaming, createSlugCheck, type SlugCheck } from './check-naming.ts';
export { namingSchema, type ProjectNaming } from './naming-schema.ts';
