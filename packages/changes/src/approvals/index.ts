export { ApprovalRequired, CommentRequired, TooFewApprovers } from './approval-errors.ts';
export type { GuardedEnvironment } from './guarded-environment.ts';
export type { Passage } from './passage.ts';
