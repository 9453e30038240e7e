import type { GuardedEnvironment } from './guarded-environment.ts';

/** Thrown for a change that needs approvals in some environments. */
export class ApprovalRequired extends Error {
  readonly environments: readonly GuardedEnvironment[];

  constructor(environments: readonly GuardedEnvironment[]) {
    super(`Approvals are required in ${environments.map(({ slug }) => slug).join(', ')}.`);
    this.name = 'ApprovalRequired';
    this.environments = environments;
  }
}

/** Thrown for a change without a comment that needs one in some environments. */
export class CommentRequired extends Error {
  readonly environments: readonly GuardedEnvironment[];

  constructor(environments: readonly GuardedEnvironment[]) {
    super(`A comment is required in ${environments.map(({ slug }) => slug).join(', ')}.`);
    this.name = 'CommentRequired';
    this.environments = environments;
  }
}

/** Thrown for settings that nobody could meet, because too few people may approve. */
export class TooFewApprovers extends Error {
  readonly environment: GuardedEnvironment;
  /** The number of members whose approval would count. */
  readonly eligible: number;

  constructor(environment: GuardedEnvironment, eligible: number) {
    super(`${environment.slug} has ${eligible} eligible approvers.`);
    this.name = 'TooFewApprovers';
    this.environment = environment;
    this.eligible = eligible;
  }
}
