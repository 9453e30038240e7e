export { digestOf, isAppliedLast } from './document/applied-document.ts';
export { type Applied, applyDocument, type ApplyOptions } from './apply/apply-document.ts';
export type { BootstrapRun, GeneratedSecret, LeftOutSecret } from './apply/bootstrap-run.ts';
export type { BootstrapDocument, OrganisationInput } from './document/document-schema.ts';
export { exportProject, type ProjectDocument } from './project/export-project.ts';
export { checkImport, type ImportInput, importProject, importSchema } from './project/import-project.ts';
export { parseDocument, writeDocument } from './document/document-yaml.ts';
export { type FeatureInput, keyOf, type ProjectInput, projectSchema } from './document/project-schema.ts';
export { validateDocument, type ValidateOptions } from './check/validate-document.ts';
