import type { JsonValue } from '@bunting/evaluator/definition';
import type { DueDelivery } from '@bunting/webhooks';
import type { PoolClient } from 'pg';
import { isDeepStrictEqual } from 'node:util';
import type { GuardedEnvironment } from './approvals/guarded-environment.ts';
import type { ChangeEvent } from './outbox/change-event.ts';

/** A state before and after: without `before` it is created, without `after` deleted. */
export interface Change<State> {
  readonly before?: State | undefined;
  readonly after?: State | undefined;
}

/** The way in which the author was authenticated, as audit records name it. */
export type ChangeSource = 'session' | 'api_token' | 'staff' | 'import' | 'bootstrap' | 'change_request';

/** One written difference, as the module of its noun reports it. */
export interface RecordedChange {
  readonly organisationId: string;
  readonly projectId?: string;
  readonly environmentId?: string;
  readonly featureId?: string;
  /** Noun and verb: `feature.updated`. */
  readonly action: string;
  /** The changed thing in words: `web/checkout in production`. */
  readonly subject: string;
  /** Contains no secret and no hash of one. */
  readonly before: JsonValue;
  /** As `before`. */
  readonly after: JsonValue;
  /** It went with something that was deleted or renamed, whose record has a line for it: lists of differences leave it out. */
  readonly isImplied?: boolean;
  /** The path of the changed thing in the request, for problems that are found at the end. */
  readonly path?: string | undefined;
  /** Becomes webhook events, if contract §6.1 has a kind for this change. */
  readonly event?: ChangeEvent | undefined;
}

/** Ids of everything whose fragments a change has outdated; see `FragmentScope` of @bunting/datafile. */
export interface Touched {
  readonly features: Set<string>;
  /** Features that only serve something else, with the environments in which they do. */
  readonly servings: Map<string, Set<string>>;
  readonly segments: Set<string>;
  /** New environments: all their fragments are written. */
  readonly environments: Set<string>;
  /** Environments whose keys or slug changed. */
  readonly access: Set<string>;
  readonly projects: Set<string>;
  readonly organisations: Set<string>;
  /** Their fragments are deleted with them; evaluators are still notified. */
  readonly deletedEnvironments: Set<string>;
  /** The changed and deleted environments as they were before the transaction, by id. */
  readonly environmentsBefore: Map<string, GuardedEnvironment>;
}

export function nothingTouched(): Touched {
  return {
    features: new Set(),
    servings: new Map(),
    segments: new Set(),
    environments: new Set(),
    access: new Set(),
    projects: new Set(),
    organisations: new Set(),
    deletedEnvironments: new Set(),
    environmentsBefore: new Map(),
  };
}

/** One unit of work: what the modules of the nouns write with and report to. */
export interface ChangeTransaction {
  readonly client: PoolClient;
  /** E-mail address of the author, or `staff` or `bootstrap`. */
  readonly actor: string;
  readonly source: ChangeSource;
  /** UUIDv7, the same in every audit record that this transaction writes. */
  readonly changeId: string;
  /** Why, in the author's words. */
  readonly comment: string | undefined;
  /** The number of the change request that is applied. */
  readonly changeRequest?: number | undefined;
  /** The one time of everything that this transaction writes. */
  readonly now: Date;
  readonly recorded: RecordedChange[];
  readonly touched: Touched;
  readonly webhooks: {
    /** Ids of endpoints made in this transaction: they do not receive its events. */
    readonly newEndpoints: Set<string>;
    /** Older deliveries that this transaction made due again. */
    readonly due: DueDelivery[];
  };
}

/** Drops changes without a difference, so that writing the same state again leaves no record and no new version. */
export function differences<State>(changes: readonly Change<State>[]): Change<State>[] {
  return changes.filter(({ before, after }) => !isDeepStrictEqual(before, after));
}

/** Records a difference that was written, for the audit log and the outbox. */
export function record<State>(
  { recorded }: ChangeTransaction,
  noun: string,
  { before, after }: Change<State>,
  describe: (state: State) => object,
  where: Omit<RecordedChange, 'action' | 'before' | 'after'>,
): void {
  recorded.push({
    ...where,
    action: `${noun}.${before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated'}`,
    before: before === undefined ? null : (describe(before) as JsonValue),
    after: after === undefined ? null : (describe(after) as JsonValue),
  });
}

/** Returns the state after the change or, if it was deleted, the state before: for ids and slugs. */
export function eitherState<State>({ before, after }: Change<State>): State {
  return (after ?? before) as State;
}

export function removedStates<State>(changes: readonly Change<State>[]): State[] {
  return changes.flatMap(({ before, after }) =>
    before !== undefined && after === undefined ? [before] : [],
  );
}

export function writtenStates<State>(changes: readonly Change<State>[]): State[] {
  return changes.flatMap(({ after }) => (after === undefined ? [] : [after]));
}
