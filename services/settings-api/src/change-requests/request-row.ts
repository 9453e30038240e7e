import type { ProjectState } from '@bunting/changes';
import type { ApproverRole, Exemption } from '@bunting/definitions/approvals';
import type { Role } from '@bunting/changes/organisations';
import type { JsonValue } from '@bunting/evaluator/definition';
import type { Pool, PoolClient } from 'pg';

export const statuses = ['open', 'applied', 'closed'] as const;
export const closings = ['withdrawn', 'rejected', 'expired'] as const;
export const verdicts = ['approve', 'request_changes'] as const;

/** A verdict, with the role that its author has now; null = no member any more. */
export interface VerdictRow {
  readonly author: string;
  readonly verdict: (typeof verdicts)[number];
  readonly revision: number;
  readonly comment: string | null;
  readonly created_at: string;
  readonly role: Role | null;
}

/** An environment of the project, with its settings of now. */
export interface EnvironmentRow {
  readonly id: string;
  readonly slug: string;
  readonly protected: boolean;
  readonly required_approvals: number;
  readonly approvers: ApproverRole;
  readonly without_approval: Exemption;
  /** The request alters it. */
  readonly altered: boolean;
}

export interface Failure {
  /** ISO 8601. */
  readonly at: string;
  readonly code: string;
  readonly message: string;
  readonly details: readonly JsonValue[];
}

/** A change request with everything that its stage follows from, but without its contents. */
export interface RequestRow {
  readonly id: string;
  readonly project_id: string;
  readonly number: number;
  readonly title: string;
  readonly description: string;
  readonly author: string;
  /** Null: the author is no member any more. */
  readonly author_role: Role | null;
  /** It is applied with no higher role than this one; null = than its author's. */
  readonly max_role: Role | null;
  readonly contributors: readonly string[];
  readonly reviewers: readonly string[];
  readonly revision: number;
  readonly status: (typeof statuses)[number];
  readonly closed_as: (typeof closings)[number] | null;
  readonly environment_ids: readonly string[];
  readonly feature_ids: readonly string[];
  readonly conflicts: readonly JsonValue[] | null;
  readonly apply_at: Date | null;
  readonly when_approved: boolean;
  readonly within_minutes: number;
  readonly failure: Failure | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly closed_at: Date | null;
  readonly applied_at: Date | null;
  readonly applied_by: string | null;
  readonly change_id: string | null;
  /** The clock of PostgreSQL. */
  readonly now: Date;
  readonly verdicts: readonly VerdictRow[];
  /** The environments of the project, by slug. */
  readonly environments: readonly EnvironmentRow[];
  /** Slugs of the features that it changes; without those that it creates, and deleted ones. */
  readonly features: readonly string[];
  readonly after: {
    readonly id: string;
    readonly number: number;
    readonly status: RequestRow['status'];
  } | null;
  /** The numbers of open requests that follow this one. */
  readonly followed_by: readonly number[];
}

/** The requests to read: those of a condition over `request`, whose parameters begin with $3. */
export interface RequestSelection {
  readonly where: string;
  readonly values: readonly unknown[];
  /** `ORDER BY …`, or `FOR UPDATE OF request`. */
  readonly tail?: string;
}

/** Returns the statement that reads change requests of a project, with its values. */
export function selectRequests(
  project: Pick<ProjectState, 'id' | 'organisationId'>,
  { where, values, tail = '' }: RequestSelection,
): { readonly text: string; readonly values: readonly unknown[] } {
  return {
    text: `${statement} AND ${where} ${tail}`,
    values: [project.id, project.organisationId, ...values],
  };
}

/** Reads the request with this number; undefined = there is none. */
export async function findRequest(
  client: Pool | PoolClient,
  project: Pick<ProjectState, 'id' | 'organisationId'>,
  number: number,
): Promise<RequestRow | undefined> {
  const { text, values } = selectRequests(project, { where: 'request.number = $3', values: [number] });
  const { rows } = await client.query<RequestRow>(text, [...values]);
  return rows[0];
}

const roleOf = (author: string) => `(
  SELECT member.role FROM member JOIN account ON account.id = member.account_id
  WHERE member.organisation_id = $2 AND account.email = ${author})`;

const statement = `
  SELECT request.id, request.project_id, request.number, request.title, request.description, request.author,
    ${roleOf('request.author')} AS author_role,
    request.max_role, request.contributors, request.reviewers, request.revision, request.status, request.closed_as,
    request.environment_ids, request.feature_ids, request.conflicts, request.apply_at, request.when_approved,
    request.within_minutes, request.failure, request.created_at, request.updated_at, request.closed_at,
    request.applied_at, request.applied_by, request.change_id, clock_timestamp() AS now,
    coalesce((
      SELECT json_agg(json_build_object('author', verdict.author, 'verdict', verdict.verdict,
        'revision', verdict.revision, 'comment', verdict.comment, 'created_at', verdict.created_at,
        'role', ${roleOf('verdict.author')}) ORDER BY verdict.created_at, verdict.author)
      FROM change_request_verdict verdict WHERE verdict.change_request_id = request.id), '[]') AS verdicts,
    coalesce((
      SELECT json_agg(json_build_object('id', environment.id, 'slug', environment.slug,
        'protected', environment.protected, 'required_approvals', environment.required_approvals,
        'approvers', environment.approvers, 'without_approval', environment.without_approval,
        'altered', environment.id = ANY(request.environment_ids)) ORDER BY environment.slug)
      FROM environment WHERE environment.project_id = request.project_id), '[]') AS environments,
    ARRAY(
      SELECT feature.slug FROM feature
      WHERE feature.id = ANY(request.feature_ids) AND feature.status <> 'deleted' ORDER BY feature.slug) AS features,
    (SELECT json_build_object('id', first.id, 'number', first.number, 'status', first.status)
      FROM change_request first WHERE first.id = request.after_id) AS after,
    ARRAY(
      SELECT follower.number FROM change_request follower
      WHERE follower.after_id = request.id AND follower.status = 'open' ORDER BY follower.number) AS followed_by
  FROM change_request request
  WHERE request.project_id = $1 AND $2::uuid IS NOT NULL`;
