import type { BaseDependencies } from '../framework/dependencies.ts';

export interface RestoreDependencies extends BaseDependencies {
  /** The lifetime of audit records; undefined = for ever. */
  readonly auditRetentionMs: number | undefined;
}
