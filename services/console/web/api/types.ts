import type { paths } from './schema.d.ts';

type Project = '/settings/v1/organisations/{org}/projects/{project}';
type Ok<Operation> = Operation extends { responses: { 200: { content: { 'application/json': infer Body } } } }
  ? Body
  : never;
type Item<Body> = Body extends { items: readonly (infer Each)[] } ? Each : never;

export type Session = Ok<paths['/settings/v1/session']['get']>;
export type Role = Session['organisations'][number]['role'];
export type ProjectItem = Item<Ok<paths['/settings/v1/organisations/{org}/projects']['get']>>;
export type Environment = Item<Ok<paths[`${Project}/environments`]['get']>>;
export type EnvironmentKey = Item<Ok<paths[`${Project}/environments/{env}/api-keys`]['get']>>;
export type ListedFeature = Item<Ok<paths[`${Project}/features`]['get']>>;
export type Feature = Ok<paths[`${Project}/features/{feature}`]['get']>;
export type Serving = Ok<paths[`${Project}/features/{feature}/environments/{env}`]['get']>;
export type Segment = Item<Ok<paths[`${Project}/segments`]['get']>>;
export type Found = Ok<paths['/settings/v1/organisations/{org}/search']['get']>['items'][number];
export type AuditRecord = Item<Ok<paths['/settings/v1/organisations/{org}/audit-log']['get']>>;
export type Explanation = Ok<paths[`${Project}/environments/{env}/explain`]['post']>;
export type FeatureUse = Item<Ok<paths[`${Project}/features/{feature}/uses`]['get']>>;
export type Variation = Feature['variations'][number];
export type Variable = Feature['variables'][number];

/** What an environment serves of a feature, in short. */
export interface ServedSummary {
  readonly targeting: 'none' | 'off' | 'on';
  readonly rules: readonly {
    readonly name: string;
    readonly enabled: boolean;
    readonly serves: readonly { readonly variation: string; readonly weight: number }[];
  }[];
  readonly rule_count: number;
  readonly defaults: Readonly<Record<string, string>>;
  readonly override_count: number;
  /** The last change there. */
  readonly changed?: { readonly at: string; readonly by: string } | null;
}
export type Advice = Item<Ok<paths[`${Project}/advice`]['get']>>;
export type Difference = Ok<paths[`${Project}/import`]['post']>['changes'][number];

export interface Condition {
  readonly property: string;
  readonly custom_key?: string;
  readonly operator: string;
  readonly values?: readonly (string | number | boolean)[];
  readonly ignore_case?: boolean;
}

export interface Group {
  readonly all_of: readonly Condition[];
}

export interface Share {
  readonly variation: string;
  readonly weight: number;
}

export interface Rule {
  readonly name?: string;
  readonly enabled?: boolean;
  readonly any_of?: readonly Group[];
  readonly schedule?: { readonly from?: string | null; readonly to?: string | null } | null;
  readonly rollout?: {
    readonly percentage?: number;
    readonly stages?: readonly { readonly at: string; readonly percentage: number }[];
  } | null;
  readonly serve: {
    readonly variation?: string;
    readonly split?: readonly Share[];
    readonly bucket_by?: readonly string[];
  };
}

export interface Targeting {
  readonly enabled: boolean;
  readonly rules: readonly Rule[];
}
