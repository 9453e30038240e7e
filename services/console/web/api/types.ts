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
export type ChangeRequest = Named['ChangeRequest'];
export type ChangeRequestSummary = Named['ChangeRequestSummary'];
export type Explanation = Named['Explanation'];
export type FeatureUse = Named['FeatureUse'];
export type Advice = Named['Advice'];
export type Difference = Named['Difference'];
export type DryRun = Named['DryRun'];

export type ServedSummary = Named['ServedSummary'];
export type Condition = Named['Condition'];
export type Group = Named['ConditionGroup'];
export type Share = Named['Share'];
export type Rule = Named['Rule'];
export type Prerequisite = Named['Prerequisite'];
/** The complete targeting, as drafts have it. */
export type Targeting = Named['WholeTargeting'];
/** The attributes of a user as an app sends them. */
export type User = Readonly<Record<string, unknown>>;
