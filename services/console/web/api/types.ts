import type { components } from './generated/schema.d.ts';

type Named = components['schemas'];

export type Session = Named['WhoAmI'];
export type Role = Session['organisations'][number]['role'];
export type ProjectItem = Named['ListedProject'];
export type OwnOrganisation = Named['OwnOrganisation'];
export type Usage = Named['OrganisationUsage'];
export type UsageHistory = Named['UsageHistory'];
export type Membership = Named['Member'];
export type ApiToken = Named['ApiToken'];
export type OwnSession = Named['Session'];
export type Environment = Named['Environment'];
export type EnvironmentKey = Named['EnvironmentKey'];
export type ListedFeature = Named['ListedFeature'];
export type Feature = Named['Feature'];
export type Variable = Named['Variable'];
export type Variation = Named['Variation'];
export type Serving = Named['Served'];
export type Segment = Named['ListedSegment'];
export type Found = Named['SearchResult'];
export type AuditRecord = Named['AuditRecord'];
export type Explanation = Named['Explanation'];
export type FeatureUse = Named['FeatureUse'];
export type Advice = Named['Advice'];
export type Difference = Named['Difference'];

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
