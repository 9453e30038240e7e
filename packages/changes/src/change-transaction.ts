import type { JsonValue } from '@bunting/evaluator';
import type { DueDelivery } from '@bunting/webhooks';
import type { PoolClient } from 'pg';
import { isDeepStrictEqual } from 'node:util';
import type { ChangeEvent } from './outbox/change-event.ts';

/** A thing before and after: `before` absent = created, `after` absent = deleted. */
export interface Change<State> {
  readonly before?: State | undefined;
  readonly after?: State | undefined;
}

/** Where the change comes from, as audit records say it. */
export type ChangeSource = 'session' | 'api_token' | 'staff' | 'import' | 'bootstrap';

/** What a noun's module reports of each difference that it wrote. */
export interface RecordedChange {
  readonly organisationId: string;
  readonly projectId?: string;
  readonly environmentId?: string;
  readonly featureId?: string;
  /** Noun and verb: `feature.updated`. */
  readonly action: string;
  /** What it was done to, for people: `web/checkout in production`. */
  readonly subject: string;
  /** Never a secret, nor its hash. */
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** What endpoints are told of it, if it is something that contract §6.1 has kinds for. */
  readonly news?: ChangeEvent | undefined;
}

/** Which fragments a change has outdated, by ids; see `FragmentScope` of @bunting/datafile. */
export interface Touched {
  readonly features: Set<string>;
  readonly segments: Set<string>;
  /** Made just now: all their fragments. */
  readonly environments: Set<string>;
  /** Environments whose keys or slug are others now. */
  readonly access: Set<string>;
  readonly projects: Set<string>;
  readonly organisations: Set<string>;
  /** Gone with all their fragments; evaluators are told all the same. */
  readonly deletedEnvironments: Set<string>;
}

export function nothingTouched(): Touched {
  return {
    features: new Set(),
    segments: new Set(),
    environments: new Set(),
    access: new Set(),
    projects: new Set(),
    organisations: new Set(),
    deletedEnvironments: new Set(),
  };
}

/** One transaction of the one door: what the modules of the nouns write with and report to. */
export interface ChangeTransaction {
  readonly client: PoolClient;
  /** E-mail address of who does it, or `staff` or `bootstrap` where nobody in particular does. */
  readonly actor: string;
  readonly source: ChangeSource;
  /** When, for everything that this transaction writes. */
  readonly now: Date;
  readonly recorded: RecordedChange[];
  readonly touched: Touched;
  readonly webhooks: {
    /** Endpoints made just now, by id: what else the transaction does is before their time. */
    readonly newEndpoints: Set<string>;
    /** Old deliveries that are due once more. */
    readonly due: DueDelivery[];
  };
}

/** The changes that change something: writing the same again leaves no trace, not even a new version. */
export function differences<State>(changes: readonly Change<State>[]): Change<State>[] {
  return changes.filter(({ before, after }) => !isDeepStrictEqual(before, after));
}

/** Notes a difference that has been written, for the audit log and the outbox. */
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

/** The state that stands for a change when it does not matter which: its ids and slugs. */
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
