export type { Check, CheckGroup } from './check.ts';
export { atAnyTime, evaluateOver, evaluationChecks } from './evaluation-checks.ts';
export type { Evaluate } from './evaluation-checks.ts';
export { fixtureOf } from './fixture.ts';
export { fragmentsOf } from './fragments.ts';
export { httpChecks } from './http-checks.ts';
export type { Feature, Project } from './project.ts';
export {
  readBuckets,
  readFixture,
  readHttpFiles,
  readHttpOrganisations,
  readMurmur3,
  readProjects,
  readSignatures,
} from './read-vectors.ts';
export type { HttpFileAt, SignatureVector } from './read-vectors.ts';
export { createSender } from './send.ts';
export type { RawRequest, Send, Sender } from './send.ts';
export type { Vector } from './vector-file.ts';
