export type { Check, CheckGroup } from './check.ts';
export { atAnyTime, evaluateOver, evaluationChecks } from './evaluation-checks.ts';
export type { Evaluate } from './evaluation-checks.ts';
export { createFixture } from './fixture.ts';
export { toOpenFeatureContext, expectedOfrepAnswer } from './ofrep/expected-answer.ts';
export { createDatafile, createFragments } from './vectors/fragments.ts';
export { httpChecks } from './http/http-checks.ts';
export type { Feature, Project } from './vectors/project.ts';
export {
  readBuckets,
  readFixture,
  readHttpFiles,
  readHttpOrganisations,
  readMurmur3,
  readProjects,
  readSignatures,
  readStoredProjects,
} from './vectors/read-vectors.ts';
export type { HttpFileAt, SignatureVector } from './vectors/read-vectors.ts';
export { createSender } from './http/send.ts';
export type { RawRequest, Send, Sender } from './http/send.ts';
export type { Vector } from './vectors/vector-file.ts';
