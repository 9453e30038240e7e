export { checkValue } from './check-value.ts';
export { compileConstraints, type CompiledConstraints } from './compile-constraints.ts';
export { type ConstraintsCache, createConstraintsCache } from './constraints-cache.ts';
export { TooMuchWork, type Work } from '../json-schema/run.ts';
export { constraintsSchema, storedConstraints, type VariableConstraints } from './variable-constraints.ts';
