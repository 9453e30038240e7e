import type { BaseDependencies } from '../framework/dependencies.ts';

export interface RestoreDependencies extends BaseDependencies {
  /** How long records of the audit log are kept; undefined = for ever. */
  readonly auditRetentionMs: number | undefined;
}
