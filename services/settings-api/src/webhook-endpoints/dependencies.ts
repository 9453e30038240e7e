import type { SealingKeys } from '@bunting/sealed-secrets';
import type { TargetOptions } from '@bunting/webhooks';
import type { BaseDependencies } from '../framework/dependencies.ts';
import type { TestEventLimit } from './test-event-limit.ts';

export interface WebhookEndpointDependencies extends BaseDependencies {
  /** They encrypt signing secrets. */
  readonly sealingKeys: SealingKeys;
  /** The rules by which addresses are checked when they are saved. */
  readonly webhookTargets: TargetOptions;
  readonly testEvents: TestEventLimit;
  /** The address of the installation, for the links of test messages. */
  readonly publicUrl: string | undefined;
}
