// npm run openapi writes this file.
export interface paths {
    readonly "/settings/v1/account": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly patch: operations["changeYourName"];
    };
    readonly "/settings/v1/account/password": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["changeYourPassword"];
    };
    readonly "/settings/v1/account/sessions": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listYourSessions"];
        readonly delete: operations["signOutEverywhere"];
    };
    readonly "/settings/v1/account/sessions/{id}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly delete: operations["endOneOfYourSessions"];
    };
    readonly "/settings/v1/accounts": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["signUp"];
    };
    readonly "/settings/v1/invitations/{token}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readInvitation"];
        readonly post: operations["acceptInvitation"];
    };
    readonly "/settings/v1/organisations": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listYourOrganisations"];
        readonly post: operations["createOrganisation"];
    };
    readonly "/settings/v1/organisations/{org}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readOrganisation"];
        readonly patch: operations["renameOrganisation"];
    };
    readonly "/settings/v1/organisations/{org}/api-tokens": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listTokensOfOrganisation"];
        readonly post: operations["createToken"];
    };
    readonly "/settings/v1/organisations/{org}/api-tokens/{id}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly delete: operations["revokeToken"];
    };
    readonly "/settings/v1/organisations/{org}/audit-log": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listAuditRecords"];
    };
    readonly "/settings/v1/organisations/{org}/audit-log/{id}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readAuditRecord"];
    };
    readonly "/settings/v1/organisations/{org}/audit-log/{id}/comments": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listCommentsOfAuditRecord"];
        readonly post: operations["commentOnAuditRecord"];
    };
    readonly "/settings/v1/organisations/{org}/audit-log/{id}/comments/{comment}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly delete: operations["deleteYourComment"];
        readonly patch: operations["editYourComment"];
    };
    readonly "/settings/v1/organisations/{org}/audit-log/{id}/revert": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["revertChange"];
    };
    readonly "/settings/v1/organisations/{org}/changes": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["streamChangesOfOrganisation"];
    };
    readonly "/settings/v1/organisations/{org}/members": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listMembersAndOpenInvitations"];
        readonly post: operations["addMember"];
    };
    readonly "/settings/v1/organisations/{org}/members/{email}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly delete: operations["removeMemberOrCancelInvitation"];
        readonly patch: operations["changeRoleOfMember"];
    };
    readonly "/settings/v1/organisations/{org}/projects": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listProjectsOfOrganisation"];
        readonly post: operations["createProject"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readProject"];
        readonly delete: operations["deleteProjectAndEverythingInIt"];
        readonly patch: operations["updateProject"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/advice": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listStaleFeatures"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/change-requests": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listChangeRequestsOfProject"];
        readonly post: operations["openChangeRequest"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/change-requests/{number}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readChangeRequest"];
        readonly patch: operations["editChangeRequest"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/change-requests/{number}/apply": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["applyChangeRequest"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/change-requests/{number}/close": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["closeChangeRequest"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/change-requests/{number}/comments": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listCommentsOfChangeRequest"];
        readonly post: operations["commentOnChangeRequest"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/change-requests/{number}/comments/{comment}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly delete: operations["deleteYourCommentOnChangeRequest"];
        readonly patch: operations["editYourCommentOnChangeRequest"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/change-requests/{number}/preview": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["previewChangeRequest"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/change-requests/{number}/rebase": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["rebaseChangeRequest"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/change-requests/{number}/reopen": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["reopenChangeRequest"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/change-requests/{number}/take-over": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["takeOverChangeRequest"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/change-requests/{number}/verdicts": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["approveChangeRequest"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/code-references": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listCodeReferencesOfProject"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/environments": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listEnvironmentsOfProject"];
        readonly post: operations["createEnvironment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/environments/{env}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readEnvironment"];
        readonly delete: operations["deleteEnvironment"];
        readonly patch: operations["updateEnvironment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/api-keys": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listKeysOfEnvironment"];
        readonly post: operations["createKeyForEnvironment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/api-keys/{id}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly delete: operations["revokeKey"];
        readonly patch: operations["renameKey"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/evaluations": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["countEvaluationsOfEnvironment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/events/names": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listEventNamesOfEnvironment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/events/results": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readResultsOfExperiment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/events/summary": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["summariseEventsOfEnvironment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/explain": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["explainValueOfVariableForUser"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/overrides": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listOverridesOfUserInEnvironment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/preview": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["previewChangeForSomeUsers"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/signing-secret": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["createSigningSecretForEnvironment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/unknown-keys": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listUnknownKeysThatApplicationsRequest"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/usage": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readUsageOfEnvironment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/export": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["exportProject"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listFeaturesOfProject"];
        readonly post: operations["createFeature"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readFeature"];
        readonly put: operations["replaceVariablesAndVariationsOfFeature"];
        readonly delete: operations["deleteFeatureAndItsTargeting"];
        readonly patch: operations["updateFeature"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/advice": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readAdviceOnFeature"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/code-references": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listCodeReferencesOfFeature"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/copy-environment": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["copyFeatureToAnotherEnvironment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readStateOfFeatureInEnvironment"];
        readonly put: operations["replaceTargetingAndDefaultsOfFeatureInEnvironment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/defaults": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly put: operations["setDefaultVariationsOfFeatureInEnvironment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/everyone": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly put: operations["serveOneVariationToEveryone"];
        readonly delete: operations["stopServingOneVariationToEveryone"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/merge": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["mergeTargetingAndDefaultsWithConcurrentChanges"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/overrides": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listOverridesOfFeatureInEnvironment"];
        readonly put: operations["setOrRemoveOverridesOfSeveralUsers"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/overrides/{user_id}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly put: operations["setOverrideOfUser"];
        readonly delete: operations["removeOverrideOfUser"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/restore": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["restoreEarlierStateOfFeatureInEnvironment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/targeting": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly put: operations["replaceTargetingOfFeatureInEnvironment"];
        readonly delete: operations["removeTargetingOfFeatureInEnvironment"];
        readonly patch: operations["turnFeatureOnOrOffInEnvironment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/evaluations": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readEvaluationsOfFeatureInEachEnvironment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/merge": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["mergeFeatureWithConcurrentChanges"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/uses": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listWhereVariationsOfFeatureAreUsed"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/variables": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["addVariableToFeature"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/variables/{variable}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly delete: operations["deleteVariable"];
        readonly patch: operations["updateVariable"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/variations": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["addVariationToFeature"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/variations/{variation}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly delete: operations["deleteUnusedVariation"];
        readonly patch: operations["updateVariation"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/features/bulk": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["changeStatusOrTagsOfSeveralFeatures"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/import": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["importDocumentIntoProject"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/repositories": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listRepositoriesThatPushCodeReferences"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/repositories/{id}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly delete: operations["deleteRepositoryAndItsCodeReferences"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/repositories/{id}/unknown-keys": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listUnknownKeysInRepository"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/segments": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listSegmentsOfProject"];
        readonly post: operations["createSegment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/segments/{segment}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readSegment"];
        readonly put: operations["replaceNameAndConditionsOfSegment"];
        readonly delete: operations["deleteUnusedSegment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/segments/{segment}/merge": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["mergeSegmentWithConcurrentChanges"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/segments/{segment}/uses": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listRulesThatUseSegment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/served": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["summariseFeaturesInEveryEnvironment"];
    };
    readonly "/settings/v1/organisations/{org}/projects/{project}/unreferenced-variables": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listUnreferencedVariablesOfProject"];
    };
    readonly "/settings/v1/organisations/{org}/search": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["searchOrganisation"];
    };
    readonly "/settings/v1/organisations/{org}/usage": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readPlanLimitsAndUsage"];
    };
    readonly "/settings/v1/organisations/{org}/usage/history": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readHistoryOfMonthlyActiveUsers"];
    };
    readonly "/settings/v1/organisations/{org}/webhook-endpoints": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listWebhookEndpointsOfOrganisation"];
        readonly post: operations["createWebhookEndpoint"];
    };
    readonly "/settings/v1/organisations/{org}/webhook-endpoints/{id}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readWebhookEndpoint"];
        readonly delete: operations["deleteWebhookEndpointAndItsDeliveries"];
        readonly patch: operations["updateWebhookEndpoint"];
    };
    readonly "/settings/v1/organisations/{org}/webhook-endpoints/{id}/activity": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readActivityOfWebhookEndpoint"];
    };
    readonly "/settings/v1/organisations/{org}/webhook-endpoints/{id}/deliveries": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listDeliveriesOfWebhookEndpoint"];
    };
    readonly "/settings/v1/organisations/{org}/webhook-endpoints/{id}/deliveries/{delivery}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readDeliveryWithItsBodyAndAttempts"];
    };
    readonly "/settings/v1/organisations/{org}/webhook-endpoints/{id}/deliveries/{delivery}/redeliver": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["redeliverFinishedDelivery"];
    };
    readonly "/settings/v1/organisations/{org}/webhook-endpoints/{id}/deliveries/redeliver": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["redeliverFailedDeliveriesSinceTime"];
    };
    readonly "/settings/v1/organisations/{org}/webhook-endpoints/{id}/rotate-secret": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["rotateSigningSecretOfWebhookEndpoint"];
    };
    readonly "/settings/v1/organisations/{org}/webhook-endpoints/{id}/test": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly post: operations["sendTestEventToWebhookEndpoint"];
    };
    readonly "/settings/v1/password-resets/{token}": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readPasswordReset"];
        readonly post: operations["resetPassword"];
    };
    readonly "/settings/v1/session": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readCurrentSession"];
        readonly post: operations["signIn"];
        readonly delete: operations["signOut"];
    };
    readonly "/settings/v1/session/oidc": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["signInWithOpenIDConnectProvider"];
    };
    readonly "/settings/v1/session/oidc/callback": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["handleRedirectFromOpenIDConnectProvider"];
    };
    readonly "/settings/v1/session/options": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["readSignInOptions"];
    };
    readonly "/settings/v1/webhook-event-kinds": {
        readonly parameters: {
            readonly query?: never;
        };
        readonly get: operations["listKindsOfWebhookEvents"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly Advice: {
            readonly blockers: readonly string[];
            readonly certain: boolean;
            readonly evidence: {
                /** Format: date-time */
                readonly changed_at: string;
                readonly constant_since: string | null;
                /** Format: date-time */
                readonly created_at: string;
                readonly evaluations_30d: number | null;
                readonly last_evaluated_at: string | null;
                readonly last_scan_at: string | null;
                readonly references: number;
                readonly repositories: number;
            };
            readonly feature: string;
            readonly forward: {
                readonly [key: string]: {
                    readonly value: unknown;
                    readonly variation: string | null;
                };
            } | null;
            /** @enum {string} */
            readonly kind: "release" | "experiment" | "operational" | "permission" | "kill_switch";
            readonly owners: readonly string[];
            readonly reasons: readonly string[];
            /** @enum {string} */
            readonly status: "live" | "complete" | "archived";
            /** @enum {string} */
            readonly verdict: "delete" | "archive" | "remove_code" | "finish" | "keep";
        };
        readonly AdvicePage: {
            readonly items: readonly components["schemas"]["Advice"][];
            readonly next_cursor: string | null;
        };
        readonly AdviceSettings: {
            readonly constant_days: number;
            readonly environments: readonly string[] | null;
            readonly lifetime_days: {
                readonly experiment: number | null;
                readonly kill_switch: number | null;
                readonly operational: number | null;
                readonly permission: number | null;
                readonly release: number | null;
            };
            readonly unused_days: number;
        };
        readonly AdviceSettingsInput: {
            readonly constant_days?: number;
            readonly environments?: readonly string[] | null;
            readonly lifetime_days?: {
                readonly experiment?: number | null;
                readonly kill_switch?: number | null;
                readonly operational?: number | null;
                readonly permission?: number | null;
                readonly release?: number | null;
            };
            readonly unused_days?: number;
        };
        readonly AllowedOrigins: readonly string[];
        readonly ApiToken: {
            /** Format: date-time */
            readonly created_at: string;
            readonly created_by: string | null;
            readonly created_by_left: boolean;
            /** Format: uuid */
            readonly id: string;
            readonly last_four: string;
            readonly last_used_at: string | null;
            readonly name: string;
            readonly revoked_at: string | null;
            readonly role: ("viewer" | "member" | "admin") | null;
            readonly scopes: readonly ("code_references" | "settings" | "members")[];
        };
        readonly ApiTokenPage: {
            readonly items: readonly components["schemas"]["ApiToken"][];
            readonly next_cursor: string | null;
        };
        readonly AsIf: {
            readonly defaults?: {
                readonly [key: string]: string | null;
            };
            readonly targeting?: components["schemas"]["WholeTargeting"] | null;
        };
        readonly AuditRecord: {
            readonly action: string;
            readonly actor: string;
            readonly after: unknown;
            /** Format: date-time */
            readonly at: string;
            readonly before: unknown;
            readonly change_id: string | null;
            readonly change_request: number | null;
            readonly changes: readonly string[];
            readonly comment: string | null;
            readonly comments: number;
            readonly environment: string | null;
            readonly environment_id: string | null;
            readonly feature: string | null;
            readonly feature_id: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly is_shortened: boolean;
            readonly project: string | null;
            readonly project_id: string | null;
            /** @enum {string} */
            readonly source: "session" | "api_token" | "staff" | "import" | "bootstrap" | "change_request";
            readonly subject: string;
        };
        readonly AuditRecordPage: {
            readonly items: readonly components["schemas"]["AuditRecord"][];
            readonly next_cursor: string | null;
        };
        readonly ChangeRequest: {
            readonly after: number | null;
            readonly applied_at: string | null;
            readonly applied_by: string | null;
            readonly apply: {
                readonly at: string | null;
                readonly when_approved: boolean;
                readonly within_minutes: number;
            };
            readonly author: string;
            readonly change_id: string | null;
            readonly changes: readonly components["schemas"]["ProposedDifference"][];
            readonly closed_as: ("withdrawn" | "rejected" | "expired") | null;
            readonly conflicts: readonly unknown[];
            readonly contributors: readonly string[];
            /** Format: date-time */
            readonly created_at: string;
            readonly description: string;
            readonly environments: readonly {
                readonly approved_by: readonly string[];
                readonly environment: string;
                readonly required: number;
            }[];
            readonly expires_at: string | null;
            readonly failure: {
                /** Format: date-time */
                readonly at: string;
                readonly code: string;
                readonly details: readonly unknown[];
                readonly message: string;
            } | null;
            readonly features: readonly string[];
            readonly followed_by: readonly number[];
            readonly number: number;
            readonly reviewers: readonly string[];
            readonly revision: number;
            readonly stage: ("conflicting" | "changes_requested" | "waiting" | "following" | "scheduled" | "ready") | null;
            /** @enum {string} */
            readonly status: "open" | "applied" | "closed";
            readonly title: string;
            /** Format: date-time */
            readonly updated_at: string;
            readonly verdicts: readonly {
                /** Format: date-time */
                readonly at: string;
                readonly by: string;
                readonly comment: string | null;
                readonly revision: number;
                /** @enum {string} */
                readonly verdict: "approve" | "request_changes";
            }[];
        };
        readonly ChangeRequestSummary: {
            readonly after: number | null;
            readonly applied_at: string | null;
            readonly applied_by: string | null;
            readonly apply: {
                readonly at: string | null;
                readonly when_approved: boolean;
                readonly within_minutes: number;
            };
            readonly author: string;
            readonly change_id: string | null;
            readonly closed_as: ("withdrawn" | "rejected" | "expired") | null;
            readonly contributors: readonly string[];
            /** Format: date-time */
            readonly created_at: string;
            readonly description: string;
            readonly environments: readonly {
                readonly approved_by: readonly string[];
                readonly environment: string;
                readonly required: number;
            }[];
            readonly expires_at: string | null;
            readonly failure: {
                /** Format: date-time */
                readonly at: string;
                readonly code: string;
                readonly details: readonly unknown[];
                readonly message: string;
            } | null;
            readonly features: readonly string[];
            readonly followed_by: readonly number[];
            readonly number: number;
            readonly reviewers: readonly string[];
            readonly revision: number;
            readonly stage: ("conflicting" | "changes_requested" | "waiting" | "following" | "scheduled" | "ready") | null;
            /** @enum {string} */
            readonly status: "open" | "applied" | "closed";
            readonly title: string;
            /** Format: date-time */
            readonly updated_at: string;
            readonly verdicts: readonly {
                /** Format: date-time */
                readonly at: string;
                readonly by: string;
                readonly comment: string | null;
                readonly revision: number;
                /** @enum {string} */
                readonly verdict: "approve" | "request_changes";
            }[];
        };
        readonly ChangeRequestSummaryPage: {
            readonly items: readonly components["schemas"]["ChangeRequestSummary"][];
            readonly next_cursor: string | null;
        };
        readonly CodeReference: {
            readonly commit_sha: string | null;
            readonly file: string;
            /** Format: date-time */
            readonly first_seen_at: string;
            /** Format: date-time */
            readonly last_seen_at: string;
            readonly line_number: number | null;
            /** @enum {string} */
            readonly provider: "github" | "gitlab" | "bitbucket";
            readonly repository: string;
            readonly snippet: string | null;
            /** @enum {string} */
            readonly state: "recorded" | "stale";
            readonly url: string | null;
            readonly variable: string;
        };
        readonly CodeReferencePage: {
            readonly items: readonly components["schemas"]["CodeReference"][];
            readonly next_cursor: string | null;
        };
        readonly Comment: {
            readonly author: string;
            /** Format: date-time */
            readonly created_at: string;
            readonly edited_at: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly text: string;
        };
        readonly CommentPage: {
            readonly items: readonly components["schemas"]["Comment"][];
            readonly next_cursor: string | null;
        };
        readonly Condition: {
            readonly custom_key?: string;
            readonly ignore_case?: boolean;
            readonly operator: components["schemas"]["Operator"];
            readonly property: components["schemas"]["Property"];
            readonly values?: readonly (string | number | boolean)[];
        };
        readonly ConditionGroup: {
            readonly all_of: readonly components["schemas"]["Condition"][];
        };
        readonly Constraints: {
            readonly integer?: boolean;
            readonly max_length?: number;
            readonly maximum?: number;
            readonly minimum?: number;
            readonly one_of?: readonly unknown[];
            readonly pattern?: string;
            readonly schema?: Record<string, unknown> | boolean;
        };
        readonly Difference: {
            readonly after: unknown;
            readonly before: unknown;
            readonly rule_id?: string;
            readonly subject: string;
            readonly text: string;
            readonly what: string;
        };
        readonly DryRun: {
            readonly approval_required: readonly string[];
            readonly changes: readonly components["schemas"]["Difference"][];
            /** @constant */
            readonly dry_run: true;
            readonly touches: readonly {
                readonly environment: string;
                readonly feature: string;
                readonly protected: boolean;
            }[];
            readonly touches_omitted: number;
        };
        readonly Environment: {
            readonly allowed_origins: readonly string[];
            /** @enum {string} */
            readonly approvers: "admin" | "member";
            readonly comment_required: boolean;
            readonly datafile_personal_data: boolean;
            readonly has_signing_secret: boolean;
            readonly name: string;
            readonly position: number;
            readonly protected: boolean;
            readonly require_signed_users: boolean;
            readonly required_approvals: number;
            readonly slug: string;
            /** @enum {string} */
            readonly without_approval: "nothing" | "switch_off" | "revert" | "anything";
        };
        readonly EnvironmentDocument: {
            readonly allowed_origins?: components["schemas"]["AllowedOrigins"];
            readonly api_keys?: readonly (string | {
                readonly key: string;
                /** @enum {string} */
                readonly kind?: "server" | "client" | "datafile";
                readonly name?: string;
            })[];
            /** @enum {string} */
            readonly approvers?: "admin" | "member";
            readonly comment_required?: boolean;
            readonly datafile_personal_data?: boolean;
            readonly name?: string;
            readonly protected?: boolean;
            readonly require_signed_users?: boolean;
            readonly required_approvals?: number;
            readonly slug: string;
            /** @enum {string} */
            readonly without_approval?: "nothing" | "switch_off" | "revert" | "anything";
        };
        readonly EnvironmentEvaluations: {
            readonly counted_since: string | null;
            readonly environment: string;
            readonly last_7_days: readonly {
                readonly count: number;
                /** @enum {string} */
                readonly reason: "targeting_rule_matched" | "self_targeting_override" | "default_variation" | "no_rule_matched" | "feature_complete" | "targeting_disabled" | "variable_not_found";
                readonly share: number;
                readonly variable: string;
                readonly variation: string | null;
            }[];
            readonly last_evaluated_at: string | null;
        };
        readonly EnvironmentEvaluationsPage: {
            readonly items: readonly components["schemas"]["EnvironmentEvaluations"][];
            readonly next_cursor: string | null;
        };
        readonly EnvironmentKey: {
            /** Format: date-time */
            readonly created_at: string;
            readonly created_by: string | null;
            /** Format: uuid */
            readonly id: string;
            /** @enum {string} */
            readonly kind: "server" | "client" | "datafile";
            readonly last_four: string;
            readonly last_used_at: string | null;
            readonly name: string | null;
            readonly revoked_at: string | null;
        };
        readonly EnvironmentKeyPage: {
            readonly items: readonly components["schemas"]["EnvironmentKey"][];
            readonly next_cursor: string | null;
        };
        readonly EnvironmentPage: {
            readonly items: readonly components["schemas"]["Environment"][];
            readonly next_cursor: string | null;
        };
        readonly Estimate: {
            readonly estimate: number;
            readonly high: number;
            readonly low: number;
        };
        readonly EvaluationCount: {
            /** @enum {string} */
            readonly asked: "named" | "all";
            readonly buckets?: readonly {
                /** Format: date-time */
                readonly begins_at: string;
                readonly count: number;
            }[];
            readonly count: number;
            readonly feature: string;
            /** Format: date-time */
            readonly last_evaluated_at: string;
            /** @enum {string} */
            readonly reason: "targeting_rule_matched" | "self_targeting_override" | "default_variation" | "no_rule_matched" | "feature_complete" | "targeting_disabled" | "variable_not_found";
            readonly variable: string;
            readonly variation: string | null;
        };
        readonly EventName: {
            readonly count: number;
            readonly event: string;
            readonly last_at: string | null;
        };
        readonly EventNamePage: {
            readonly items: readonly components["schemas"]["EventName"][];
            readonly next_cursor: string | null;
        };
        readonly EventSummary: {
            readonly buckets?: readonly {
                readonly begins_at: string;
                readonly count: number;
                readonly users: number;
                readonly value: {
                    readonly count: number;
                    readonly mean: number | null;
                    readonly sum: number | null;
                };
                readonly verified_share: number;
            }[];
            readonly count: number;
            readonly event: string;
            readonly feature: string;
            readonly users: number;
            readonly value: {
                readonly count: number;
                readonly mean: number | null;
                readonly sum: number | null;
            };
            readonly variable: string;
            readonly variation: string;
            readonly verified_share: number;
        };
        readonly ExperimentResult: {
            readonly conversion_rate: components["schemas"]["Estimate"] | null;
            readonly converted: number;
            readonly mean_value: {
                readonly count: number;
                readonly estimate: number;
                readonly high: number | null;
                readonly low: number | null;
            } | null;
            readonly participants: number;
            readonly variation: string;
            readonly versus_baseline: {
                readonly difference: components["schemas"]["Estimate"];
                readonly is_significant: boolean;
                readonly p_value: number;
                readonly relative: number | null;
            } | null;
        };
        readonly ExplainedAttribute: {
            readonly compared: unknown;
            readonly given: unknown;
            /** @enum {string} */
            readonly reason?: "not_a_text" | "not_a_number" | "not_a_boolean" | "not_a_list" | "not_a_version" | "not_a_date" | "not_an_address" | "not_a_path";
            /** @enum {string} */
            readonly state: "present" | "missing" | "wrong_type" | "too_long";
        };
        readonly ExplainedCondition: {
            readonly attribute: components["schemas"]["ExplainedAttribute"] | null;
            readonly custom_key?: string;
            readonly holds: boolean;
            readonly ignore_case?: boolean;
            readonly malformed: boolean;
            readonly operator?: components["schemas"]["Operator"];
            readonly property?: components["schemas"]["Property"];
            readonly segments?: readonly {
                readonly exists: boolean;
                readonly holds: boolean;
                readonly slug: string;
            }[];
            readonly values?: readonly unknown[];
            readonly values_omitted?: number;
        };
        readonly ExplainedPrerequisite: {
            readonly feature: string | null;
            readonly met: boolean;
            readonly reason: string;
            readonly serves: string | null;
            readonly variable: string;
            readonly wanted: readonly string[];
        };
        readonly ExplainedRule: {
            readonly any_of: readonly {
                readonly all_of: readonly components["schemas"]["ExplainedCondition"][];
                readonly conditions_omitted?: number;
                readonly holds: boolean;
            }[];
            readonly bucketing: {
                readonly attribute: string | null;
                readonly bucket_by: readonly string[];
                readonly key: string | null;
            } | null;
            readonly decides: boolean;
            readonly enabled: boolean;
            readonly groups_omitted?: number;
            readonly id: string | null;
            readonly matches: boolean;
            readonly name: string;
            readonly number: number;
            /** @enum {string} */
            readonly outcome: "serves" | "disabled" | "malformed" | "not_matched" | "outside_schedule" | "no_bucketing_key" | "outside_rollout";
            readonly rollout: {
                readonly bucket: number | null;
                readonly passes: boolean;
                readonly percentage: number;
            } | null;
            readonly schedule: {
                readonly from: string | null;
                /** @enum {string} */
                readonly state: "early" | "open" | "over";
                readonly to: string | null;
            } | null;
            readonly serves: string | null;
            readonly split: {
                readonly bucket: number | null;
                readonly ranges: readonly {
                    readonly below: number;
                    readonly from: number;
                    readonly hit: boolean;
                    readonly variation: string;
                    readonly weight: number;
                }[];
            } | null;
        };
        readonly ExplainedSegment: {
            readonly any_of: readonly {
                readonly all_of: readonly {
                    readonly attribute: components["schemas"]["ExplainedAttribute"] | null;
                    readonly custom_key?: string;
                    readonly holds: boolean;
                    readonly ignore_case?: boolean;
                    readonly malformed: boolean;
                    readonly operator?: components["schemas"]["Operator"];
                    readonly property?: components["schemas"]["Property"];
                    readonly values?: readonly unknown[];
                    readonly values_omitted?: number;
                }[];
                readonly conditions_omitted?: number;
                readonly holds: boolean;
            }[];
            readonly exists: boolean;
            readonly groups_omitted?: number;
            readonly holds: boolean;
            readonly slug: string;
        };
        readonly Explanation: {
            readonly at: string;
            readonly decided_by: {
                readonly line: number;
                readonly prerequisite: number | null;
                readonly rule: number | null;
                readonly test: string;
            };
            readonly feature: {
                readonly default: string | null;
                readonly override: string | null;
                readonly slug: string;
                /** @enum {string} */
                readonly status: "live" | "complete" | "archived";
                /** @enum {string} */
                readonly targeting: "none" | "off" | "on";
            } | null;
            readonly limits_exceeded: readonly {
                readonly actual: number;
                readonly id: string;
                /** @enum {string} */
                readonly kind: "feature" | "segment";
                readonly limit: string;
                readonly most: number;
                readonly path: string | null;
            }[];
            readonly prerequisites: readonly components["schemas"]["ExplainedPrerequisite"][];
            readonly result: {
                readonly feature: string | null;
                readonly key: string;
                readonly reason: string;
                readonly value: unknown;
                readonly variation: string | null;
            };
            readonly rules: readonly components["schemas"]["ExplainedRule"][];
            readonly rules_omitted: number;
            readonly segments: readonly components["schemas"]["ExplainedSegment"][];
        };
        readonly Feature: {
            /** Format: date-time */
            readonly created_at: string;
            readonly description: string;
            readonly expected_until: string | null;
            readonly gone_owners: readonly string[];
            /** @enum {string} */
            readonly kind: "release" | "experiment" | "operational" | "permission" | "kill_switch";
            readonly links: readonly components["schemas"]["Link"][];
            readonly manager: string | null;
            readonly name: string;
            readonly owners: readonly string[];
            readonly permanent: boolean | null;
            readonly slug: string;
            readonly snoozed_until: string | null;
            /** @enum {string} */
            readonly status: "live" | "complete" | "archived";
            readonly tags: readonly string[];
            /** Format: date-time */
            readonly updated_at: string;
            readonly variables: readonly components["schemas"]["Variable"][];
            readonly variations: readonly components["schemas"]["Variation"][];
        };
        readonly FeatureDocument: {
            readonly description?: string;
            readonly environments?: {
                readonly [key: string]: components["schemas"]["ServedInput"];
            };
            readonly expected_until?: string | null;
            /** @enum {string} */
            readonly kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
            readonly links?: readonly components["schemas"]["LinkInput"][];
            readonly manager?: string | null;
            readonly name?: string;
            readonly owners?: readonly string[];
            readonly permanent?: boolean | null;
            readonly salt?: string;
            readonly slug: string;
            readonly snoozed_until?: string | null;
            /** @enum {string} */
            readonly status?: "live" | "complete" | "archived" | "deleted";
            readonly tags?: readonly string[];
            readonly variables?: readonly components["schemas"]["VariableInput"][];
            readonly variations?: readonly components["schemas"]["VariationInput"][];
        };
        readonly FeatureInput: {
            readonly description: string;
            readonly expected_until: string | null;
            /** @enum {string} */
            readonly kind: "release" | "experiment" | "operational" | "permission" | "kill_switch";
            readonly links: readonly components["schemas"]["Link"][];
            readonly manager: string | null;
            readonly name: string;
            readonly owners: readonly string[];
            readonly permanent: boolean | null;
            readonly slug: string;
            readonly snoozed_until: string | null;
            /** @enum {string} */
            readonly status: "live" | "complete" | "archived";
            readonly tags: readonly string[];
            readonly variables: readonly components["schemas"]["Variable"][];
            readonly variations: readonly components["schemas"]["Variation"][];
        };
        readonly FeatureUse: {
            readonly environment: string;
            readonly protected: boolean;
            readonly variations: readonly string[];
        };
        readonly FeatureUsePage: {
            readonly items: readonly components["schemas"]["FeatureUse"][];
            readonly next_cursor: string | null;
        };
        readonly InvitationLink: {
            readonly token: string;
            readonly url: string;
        };
        readonly LastChange: {
            /** Format: date-time */
            readonly at: string;
            readonly by: string;
        };
        readonly LastDelivery: {
            /** Format: date-time */
            readonly attempted_at: string;
            readonly error: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly response_status: number | null;
            readonly succeeded: boolean;
            readonly type: string;
        };
        readonly Link: {
            readonly title?: string;
            readonly url: string;
        };
        readonly LinkInput: {
            readonly title?: string;
            readonly url: string;
        };
        readonly ListedEnvironment: {
            readonly name: string;
            readonly protected: boolean;
            readonly slug: string;
        };
        readonly ListedFeature: {
            readonly changed: components["schemas"]["LastChange"] | null;
            /** Format: date-time */
            readonly created_at: string;
            readonly description: string;
            readonly environments: {
                readonly [key: string]: components["schemas"]["ServedSummary"];
            };
            readonly expected_until: string | null;
            readonly gone_owners: readonly string[];
            /** @enum {string} */
            readonly kind: "release" | "experiment" | "operational" | "permission" | "kill_switch";
            readonly last_evaluated_at: string | null;
            readonly links: readonly components["schemas"]["Link"][];
            readonly manager: string | null;
            readonly name: string;
            readonly owners: readonly string[];
            readonly permanent: boolean | null;
            readonly referenced: boolean | null;
            readonly slug: string;
            readonly snoozed_until: string | null;
            /** @enum {string} */
            readonly status: "live" | "complete" | "archived";
            readonly tags: readonly string[];
            /** Format: date-time */
            readonly updated_at: string;
            readonly variables: readonly components["schemas"]["Variable"][];
            readonly variations: readonly {
                readonly name: string;
                readonly slug: string;
            }[];
        };
        readonly ListedFeaturePage: {
            readonly items: readonly components["schemas"]["ListedFeature"][];
            readonly next_cursor: string | null;
            readonly total?: number;
        };
        readonly ListedProject: {
            readonly advice: components["schemas"]["AdviceSettings"];
            readonly client_by_default: boolean;
            readonly environments: readonly components["schemas"]["ListedEnvironment"][];
            readonly feature_count: number;
            readonly name: string;
            readonly naming: components["schemas"]["Naming"] | null;
            readonly slug: string;
        };
        readonly ListedProjectPage: {
            readonly items: readonly components["schemas"]["ListedProject"][];
            readonly next_cursor: string | null;
        };
        readonly ListedSegment: {
            readonly any_of: readonly components["schemas"]["ConditionGroup"][];
            /** Format: date-time */
            readonly created_at: string;
            readonly name: string;
            readonly slug: string;
            /** Format: date-time */
            readonly updated_at: string;
            readonly use_count: number;
        };
        readonly ListedSegmentPage: {
            readonly items: readonly components["schemas"]["ListedSegment"][];
            readonly next_cursor: string | null;
        };
        readonly Member: {
            readonly email: string;
            readonly expires_at: string | null;
            readonly invited_by: string | null;
            readonly last_seen_at: string | null;
            readonly name: string;
            /** @enum {string} */
            readonly role: "viewer" | "member" | "admin" | "owner";
            /** Format: date-time */
            readonly since: string;
            /** @enum {string} */
            readonly status: "member" | "invited";
        };
        readonly MemberPage: {
            readonly items: readonly components["schemas"]["Member"][];
            readonly next_cursor: string | null;
        };
        readonly MergeConflict: {
            readonly base: unknown;
            readonly message: string;
            readonly now: unknown;
            readonly path: string;
            readonly wanted: unknown;
        };
        readonly Naming: {
            readonly features?: string;
            readonly hint?: string;
            readonly variables?: string;
        };
        readonly NewApiToken: {
            /** Format: date-time */
            readonly created_at: string;
            readonly created_by: string | null;
            readonly created_by_left: boolean;
            /** Format: uuid */
            readonly id: string;
            readonly last_four: string;
            readonly last_used_at: string | null;
            readonly name: string;
            readonly revoked_at: string | null;
            readonly role: ("viewer" | "member" | "admin") | null;
            readonly scopes: readonly ("code_references" | "settings" | "members")[];
            readonly token: string;
        };
        readonly NewEnvironmentKey: {
            /** Format: date-time */
            readonly created_at: string;
            readonly created_by: string | null;
            /** Format: uuid */
            readonly id: string;
            /** Format: uuid */
            readonly key: string;
            /** @enum {string} */
            readonly kind: "server" | "client" | "datafile";
            readonly last_four: string;
            readonly last_used_at: string | null;
            readonly name: string | null;
            readonly revoked_at: null;
        };
        readonly NewMember: {
            readonly email: string;
            readonly expires_at: string | null;
            readonly invitation: components["schemas"]["InvitationLink"] | null;
            readonly invited_by: string | null;
            readonly last_seen_at: string | null;
            readonly name: string;
            /** @enum {string} */
            readonly role: "viewer" | "member" | "admin" | "owner";
            /** Format: date-time */
            readonly since: string;
            /** @enum {string} */
            readonly status: "member" | "invited";
        };
        readonly NewWebhookEndpoint: {
            /** Format: date-time */
            readonly created_at: string;
            readonly description: string;
            readonly enabled: boolean;
            readonly events: components["schemas"]["WebhookSelection"];
            readonly failing_since: string | null;
            /** @enum {string} */
            readonly format: "bunting" | "slack" | "teams";
            readonly held_since: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly last_delivery: components["schemas"]["LastDelivery"] | null;
            readonly secret: string;
            readonly url: string;
        };
        /** @enum {string} */
        readonly Operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
        readonly Organisation: {
            readonly name: string;
            /** @enum {string} */
            readonly plan: "free" | "starter" | "business" | "enterprise";
            readonly slug: string;
            /** @enum {string} */
            readonly status: "active" | "suspended" | "inactive";
        };
        readonly OrganisationUsage: {
            readonly mau_cap: number | null;
            readonly mau_used: number;
            readonly month: string;
            /** @enum {string} */
            readonly plan: "free" | "starter" | "business" | "enterprise";
            readonly rate_limit_per_minute: number | null;
            /** @enum {string} */
            readonly status: "active" | "suspended" | "inactive";
            readonly stored_bytes_cap: number;
            readonly stored_bytes_used: number;
        };
        readonly Override: {
            /** Format: date-time */
            readonly created_at: string;
            readonly created_by: string | null;
            readonly note: string | null;
            readonly user_id: string;
            readonly variation: string;
        };
        readonly OverridePage: {
            readonly items: readonly components["schemas"]["Override"][];
            readonly next_cursor: string | null;
        };
        readonly OwnOrganisation: {
            readonly name: string;
            /** @enum {string} */
            readonly plan: "free" | "starter" | "business" | "enterprise";
            readonly projects: readonly {
                readonly environments: readonly components["schemas"]["ListedEnvironment"][];
                readonly feature_count: number;
                readonly name: string;
                readonly slug: string;
            }[];
            /** @enum {string} */
            readonly role: "viewer" | "member" | "admin" | "owner";
            readonly slug: string;
            /** @enum {string} */
            readonly status: "active" | "suspended" | "inactive";
        };
        readonly OwnOrganisationPage: {
            readonly items: readonly components["schemas"]["OwnOrganisation"][];
            readonly next_cursor: string | null;
        };
        readonly Pin: {
            readonly user_id: string;
            readonly variation: string;
        };
        readonly PinInput: {
            readonly note?: string;
            readonly variation: string;
        };
        readonly PinPage: {
            readonly items: readonly components["schemas"]["Pin"][];
            readonly next_cursor: string | null;
        };
        readonly Prerequisite: {
            readonly variable: string;
            readonly variations: readonly string[];
        };
        readonly Project: {
            readonly advice: components["schemas"]["AdviceSettings"];
            readonly client_by_default: boolean;
            readonly name: string;
            readonly naming: components["schemas"]["Naming"] | null;
            readonly slug: string;
        };
        readonly ProjectCodeReference: {
            readonly commit_sha: string | null;
            readonly feature: string | null;
            readonly file: string;
            /** Format: date-time */
            readonly first_seen_at: string;
            /** Format: date-time */
            readonly last_seen_at: string;
            readonly line_number: number | null;
            /** @enum {string} */
            readonly provider: "github" | "gitlab" | "bitbucket";
            readonly repository: string;
            readonly snippet: string | null;
            /** @enum {string} */
            readonly state: "recorded" | "stale";
            readonly url: string | null;
            readonly variable: string;
        };
        readonly ProjectCodeReferencePage: {
            readonly items: readonly components["schemas"]["ProjectCodeReference"][];
            readonly next_cursor: string | null;
        };
        readonly ProjectDocument: {
            readonly advice?: components["schemas"]["AdviceSettingsInput"] | null;
            readonly client_by_default?: boolean;
            readonly environments?: readonly components["schemas"]["EnvironmentDocument"][];
            readonly features?: readonly components["schemas"]["FeatureDocument"][];
            readonly name?: string;
            readonly naming?: components["schemas"]["Naming"] | null;
            readonly segments?: readonly components["schemas"]["SegmentDocument"][];
            readonly slug: string;
        };
        readonly ProjectImport: {
            readonly advice?: components["schemas"]["AdviceSettingsInput"] | null;
            readonly client_by_default?: boolean;
            readonly environments?: readonly components["schemas"]["EnvironmentDocument"][];
            readonly features?: readonly components["schemas"]["FeatureDocument"][];
            readonly name?: string;
            readonly naming?: components["schemas"]["Naming"] | null;
            readonly prune?: boolean;
            readonly segments?: readonly components["schemas"]["SegmentDocument"][];
            readonly slug?: string;
        };
        /** @enum {string} */
        readonly Property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
        readonly ProposedChange: {
            readonly body?: unknown;
            /** @enum {string} */
            readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
            readonly path: string;
        };
        readonly ProposedDifference: {
            readonly after: unknown;
            readonly before: unknown;
            readonly environment: string | null;
            readonly subject: string;
            readonly text: string;
        };
        readonly ReadServed: {
            readonly defaults: {
                readonly [key: string]: string | null;
            };
            readonly overrides: {
                readonly count: number;
            } & components["schemas"]["PinPage"];
            readonly required_by: readonly {
                readonly feature: string;
            }[];
            readonly targeting: components["schemas"]["Targeting"] | null;
            readonly version: number;
        };
        readonly Repository: {
            readonly branch: string;
            readonly commit_sha: string | null;
            readonly id: string;
            /** @enum {string} */
            readonly provider: "github" | "gitlab" | "bitbucket";
            readonly references: number;
            readonly repository: string;
            readonly snapshot_at: string | null;
            readonly unknown_keys: number;
            readonly url: string;
        };
        readonly RepositoryPage: {
            readonly items: readonly components["schemas"]["Repository"][];
            readonly next_cursor: string | null;
        };
        readonly Rollout: {
            readonly percentage?: number;
            readonly stages?: readonly components["schemas"]["Stage"][];
        };
        readonly Rule: {
            readonly any_of?: readonly components["schemas"]["ConditionGroup"][];
            readonly enabled?: boolean;
            readonly id?: string;
            readonly name?: string;
            readonly rollout?: components["schemas"]["Rollout"] | null;
            readonly schedule?: components["schemas"]["Schedule"] | null;
            readonly serve: components["schemas"]["Serve"];
        };
        readonly Schedule: {
            readonly from?: string | null;
            readonly to?: string | null;
        };
        readonly SearchResult: {
            readonly endpoint: string | null;
            readonly feature: string | null;
            /** @enum {string} */
            readonly kind: "feature" | "variable" | "segment" | "environment" | "project" | "member" | "webhook_endpoint" | "change" | "delivery";
            readonly name: string;
            readonly project: string | null;
            readonly rank: number;
            readonly slug: string;
        };
        readonly Segment: {
            readonly any_of: readonly components["schemas"]["ConditionGroup"][];
            /** Format: date-time */
            readonly created_at: string;
            readonly name: string;
            readonly slug: string;
            /** Format: date-time */
            readonly updated_at: string;
        };
        readonly SegmentDocument: {
            readonly any_of: readonly components["schemas"]["ConditionGroup"][];
            readonly name?: string;
            readonly slug: string;
        };
        readonly SegmentInput: {
            readonly any_of: readonly components["schemas"]["ConditionGroup"][];
            readonly name: string;
        };
        readonly SegmentUse: {
            readonly environment: string;
            readonly feature: string;
            readonly feature_name: string;
            readonly protected: boolean;
            readonly rule: number;
            readonly rule_id: string;
            readonly rule_name: string;
        };
        readonly SegmentUsePage: {
            readonly items: readonly components["schemas"]["SegmentUse"][];
            readonly next_cursor: string | null;
        };
        readonly Serve: {
            readonly bucket_by?: readonly string[];
            readonly split?: readonly components["schemas"]["Share"][];
            readonly variation?: string;
        };
        readonly Served: {
            readonly defaults: {
                readonly [key: string]: string | null;
            };
            readonly overrides: {
                readonly count: number;
            } & components["schemas"]["PinPage"];
            readonly targeting: components["schemas"]["Targeting"] | null;
            readonly version: number;
        };
        readonly ServedInput: {
            readonly defaults?: {
                readonly [key: string]: string | null;
            };
            readonly overrides?: {
                readonly [key: string]: string | null;
            };
            readonly targeting?: components["schemas"]["Targeting"] | null;
        };
        readonly ServedSummary: {
            readonly changed: components["schemas"]["LastChange"] | null;
            readonly defaults: {
                readonly [key: string]: string;
            };
            readonly override_count: number;
            readonly rule_count: number;
            readonly rules: readonly {
                readonly enabled: boolean;
                readonly name: string;
                readonly serves: readonly {
                    readonly variation: string;
                    readonly weight: number;
                }[];
            }[];
            /** @enum {string} */
            readonly targeting: "none" | "off" | "on";
        };
        readonly Session: {
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly expires_at: string;
            /** Format: uuid */
            readonly id: string;
            readonly ip_address: string | null;
            readonly is_current: boolean;
            readonly last_seen_at: string | null;
            readonly user_agent: string | null;
        };
        readonly SessionPage: {
            readonly items: readonly components["schemas"]["Session"][];
            readonly next_cursor: string | null;
        };
        readonly Share: {
            readonly variation: string;
            readonly weight: number;
        };
        readonly Stage: {
            readonly at: string;
            readonly percentage: number;
        };
        readonly Targeting: {
            readonly enabled?: boolean;
            readonly prerequisites?: readonly components["schemas"]["Prerequisite"][];
            readonly rules?: readonly components["schemas"]["Rule"][];
        };
        readonly UnknownKey: {
            readonly archived_feature: string | null;
            readonly count: number;
            /** Format: date-time */
            readonly first_at: string;
            readonly key: string;
            /** Format: date-time */
            readonly last_at: string;
            readonly server_last_at: string | null;
        };
        readonly UnknownKeyPage: {
            readonly items: readonly components["schemas"]["UnknownKey"][];
            readonly next_cursor: string | null;
        };
        readonly UnknownReference: {
            readonly file: string;
            readonly key: string;
            readonly line_number: number | null;
            readonly references: number;
            readonly url: string | null;
        };
        readonly UnknownReferencePage: {
            readonly items: readonly components["schemas"]["UnknownReference"][];
            readonly next_cursor: string | null;
        };
        readonly UnreferencedVariable: {
            readonly feature: string;
            /** @enum {string} */
            readonly feature_status: "live" | "complete" | "archived";
            readonly last_seen_at: string | null;
            readonly slug: string;
        };
        readonly UnreferencedVariablePage: {
            readonly items: readonly components["schemas"]["UnreferencedVariable"][];
            readonly next_cursor: string | null;
        };
        readonly UsageHistory: {
            readonly days: readonly {
                readonly day: string;
                readonly mau_used: number;
            }[];
            readonly items: readonly {
                readonly mau_used: number;
                readonly month: string;
            }[];
        };
        readonly UserOverride: {
            /** Format: date-time */
            readonly created_at: string;
            readonly created_by: string | null;
            readonly feature: string;
            readonly feature_name: string;
            readonly note: string | null;
            readonly variation: string;
        };
        readonly UserOverridePage: {
            readonly items: readonly components["schemas"]["UserOverride"][];
            readonly next_cursor: string | null;
        };
        readonly Variable: {
            readonly client: boolean;
            readonly constraints: components["schemas"]["Constraints"] | null;
            readonly description: string;
            readonly slug: string;
            /** @enum {string} */
            readonly type: "boolean" | "number" | "string" | "json";
        };
        readonly VariableInput: {
            readonly client?: boolean;
            readonly constraints?: components["schemas"]["Constraints"] | null;
            readonly description?: string;
            readonly slug: string;
            /** @enum {string} */
            readonly type: "boolean" | "number" | "string" | "json";
        };
        readonly Variation: {
            readonly name: string;
            readonly slug: string;
            readonly values: {
                readonly [key: string]: unknown;
            };
        };
        readonly VariationInput: {
            readonly name?: string;
            readonly slug: string;
            readonly values?: {
                readonly [key: string]: unknown;
            };
        };
        readonly WebhookAttempt: {
            readonly duration_ms: number;
            readonly error: string | null;
            readonly number: number;
            readonly request_headers: {
                readonly [key: string]: string;
            } | null;
            readonly response_body: string | null;
            readonly response_status: number | null;
            /** Format: date-time */
            readonly started_at: string;
            readonly succeeded: boolean;
        };
        readonly WebhookDelivery: {
            readonly attempt_count: number;
            /** Format: date-time */
            readonly created_at: string;
            readonly duration_ms: number | null;
            readonly finished_at: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly last_attempt_at: string | null;
            readonly next_attempt_at: string | null;
            readonly response_status: number | null;
            /** @enum {string} */
            readonly status: "pending" | "delivered" | "failed";
            readonly type: string;
        };
        readonly WebhookDeliveryPage: {
            readonly items: readonly components["schemas"]["WebhookDelivery"][];
            readonly next_cursor: string | null;
        };
        readonly WebhookDeliveryWithAttempts: {
            readonly attempt_count: number;
            readonly attempts: readonly components["schemas"]["WebhookAttempt"][];
            readonly body: string;
            /** Format: date-time */
            readonly created_at: string;
            readonly duration_ms: number | null;
            readonly finished_at: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly last_attempt_at: string | null;
            readonly next_attempt_at: string | null;
            readonly response_status: number | null;
            /** @enum {string} */
            readonly status: "pending" | "delivered" | "failed";
            readonly type: string;
        };
        readonly WebhookEndpoint: {
            /** Format: date-time */
            readonly created_at: string;
            readonly description: string;
            readonly enabled: boolean;
            readonly events: components["schemas"]["WebhookSelection"];
            readonly failing_since: string | null;
            /** @enum {string} */
            readonly format: "bunting" | "slack" | "teams";
            readonly held_since: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly last_delivery: components["schemas"]["LastDelivery"] | null;
            readonly url: string;
        };
        readonly WebhookEndpointPage: {
            readonly items: readonly components["schemas"]["WebhookEndpoint"][];
            readonly next_cursor: string | null;
        };
        readonly WebhookEventKind: {
            readonly description: string;
            readonly kind: components["schemas"]["WebhookKind"];
            readonly message: string;
            readonly sample: {
                readonly [key: string]: unknown;
            };
        };
        /** @enum {string} */
        readonly WebhookKind: "feature.created" | "feature.updated" | "feature.archived" | "feature.deleted" | "targeting.updated" | "variation.changed" | "member.joined" | "member.removed" | "change_request.opened" | "change_request.reviewed" | "change_request.applied" | "change_request.failed" | "change_request.closed" | "advice.reported" | "endpoint.test";
        readonly WebhookSelection: readonly ("*" | "feature.created" | "feature.updated" | "feature.archived" | "feature.deleted" | "variation.changed" | "targeting.updated" | "member.joined" | "member.removed" | "change_request.opened" | "change_request.reviewed" | "change_request.applied" | "change_request.failed" | "change_request.closed" | "advice.reported")[];
        readonly WhoAmI: {
            readonly account: {
                readonly email: string;
                readonly has_password: boolean;
                readonly name: string;
            } | null;
            readonly expires_at: string | null;
            readonly organisations: readonly {
                readonly name: string;
                readonly permissions: readonly ("read" | "comment" | "define" | "serve" | "serve-protected" | "propose" | "manage-projects" | "leave" | "manage-organisation" | "manage-people" | "read-receivers" | "manage-owners")[];
                /** @enum {string} */
                readonly role: "viewer" | "member" | "admin" | "owner";
                readonly slug: string;
            }[];
        };
        readonly WholeServed: {
            readonly defaults: {
                readonly [key: string]: string | null;
            };
            readonly targeting: components["schemas"]["WholeTargeting"] | null;
        };
        readonly WholeTargeting: {
            readonly enabled: boolean;
            readonly prerequisites?: readonly components["schemas"]["Prerequisite"][];
            readonly rules: readonly components["schemas"]["Rule"][];
        };
    };
    responses: never;
    parameters: {
        readonly comment: string;
        readonly Comment: string;
        readonly Cursor: string;
        readonly delivery: string;
        readonly DryRun: boolean;
        readonly email: string;
        readonly env: string;
        readonly feature: string;
        readonly id: string;
        readonly "If-Match": string;
        readonly Limit: number;
        readonly number: string;
        readonly org: string;
        readonly project: string;
        readonly segment: string;
        readonly token: string;
        readonly user_id: string;
        readonly variable: string;
        readonly variation: string;
    };
    requestBodies: never;
    headers: {
        readonly "Change-Id": string;
        readonly ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly changeYourName: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WhoAmI"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly changeYourPassword: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly current_password: string;
                    readonly new_password: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listYourSessions: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SessionPage"];
                };
            };
        };
    };
    readonly signOutEverywhere: {
        readonly parameters: {
            readonly query?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly endOneOfYourSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly id: components["parameters"]["id"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly signUp: {
        readonly parameters: {
            readonly query?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly email: string;
                    readonly name: string;
                    readonly password: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WhoAmI"];
                };
            };
        };
    };
    readonly readInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly token: components["parameters"]["token"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly email: string;
                        /** Format: date-time */
                        readonly expires_at: string;
                        readonly has_account: boolean;
                        readonly invited_by: string | null;
                        readonly organisation: {
                            readonly name: string;
                            readonly slug: string;
                        };
                        /** @enum {string} */
                        readonly role: "viewer" | "member" | "admin" | "owner";
                    };
                };
            };
        };
    };
    readonly acceptInvitation: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly token: components["parameters"]["token"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name?: string;
                    readonly password?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 201: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WhoAmI"];
                };
            };
        };
    };
    readonly listYourOrganisations: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnOrganisationPage"];
                };
            };
        };
    };
    readonly createOrganisation: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name?: string;
                    readonly slug: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 201: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Organisation"];
                };
            };
        };
    };
    readonly readOrganisation: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Organisation"];
                };
            };
        };
    };
    readonly renameOrganisation: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Organisation"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly listTokensOfOrganisation: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiTokenPage"];
                };
            };
        };
    };
    readonly createToken: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name: string;
                    /** @enum {string} */
                    readonly role?: "viewer" | "member" | "admin";
                    readonly scopes: readonly ("code_references" | "settings" | "members")[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 201: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewApiToken"];
                };
            };
        };
    };
    readonly revokeToken: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listAuditRecords: {
        readonly parameters: {
            readonly query?: {
                readonly action?: string;
                readonly actor?: string;
                readonly change_id?: string;
                readonly cursor?: components["parameters"]["Cursor"];
                readonly environment?: string;
                readonly feature?: string;
                readonly from?: string;
                readonly limit?: components["parameters"]["Limit"];
                readonly project?: string;
                readonly source?: "session" | "api_token" | "staff" | "import" | "bootstrap" | "change_request";
                readonly text?: string;
                readonly to?: string;
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditRecordPage"];
                };
            };
        };
    };
    readonly readAuditRecord: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditRecord"];
                };
            };
        };
    };
    readonly listCommentsOfAuditRecord: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly path: {
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CommentPage"];
                };
            };
        };
    };
    readonly commentOnAuditRecord: {
        readonly parameters: {
            readonly query?: {
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly text: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 201: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Comment"];
                };
            };
        };
    };
    readonly deleteYourComment: {
        readonly parameters: {
            readonly query?: {
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly comment: components["parameters"]["comment"];
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly editYourComment: {
        readonly parameters: {
            readonly query?: {
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly comment: components["parameters"]["comment"];
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly text: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Comment"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly revertChange: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly only?: boolean;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly approval_required?: readonly string[];
                        readonly change_id: string | null;
                        readonly changes: readonly components["schemas"]["Difference"][];
                        readonly dry_run: boolean;
                        readonly touches?: readonly {
                            readonly environment: string;
                            readonly feature: string;
                            readonly protected: boolean;
                        }[];
                        readonly touches_omitted?: number;
                    };
                };
            };
        };
    };
    readonly streamChangesOfOrganisation: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
        };
    };
    readonly listMembersAndOpenInvitations: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberPage"];
                };
            };
        };
    };
    readonly addMember: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly email: string;
                    /** @enum {string} */
                    readonly role: "viewer" | "member" | "admin" | "owner";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 201: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewMember"];
                };
            };
        };
    };
    readonly removeMemberOrCancelInvitation: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly email: components["parameters"]["email"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly changeRoleOfMember: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly email: components["parameters"]["email"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly role: "viewer" | "member" | "admin" | "owner";
                    /** @enum {string} */
                    readonly was?: "viewer" | "member" | "admin" | "owner";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly listProjectsOfOrganisation: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListedProjectPage"];
                };
            };
        };
    };
    readonly createProject: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly client_by_default?: boolean;
                    readonly name?: string;
                    readonly naming?: components["schemas"]["Naming"] | null;
                    readonly slug: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 201: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    readonly readProject: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    readonly deleteProjectAndEverythingInIt: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateProject: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly advice?: components["schemas"]["AdviceSettingsInput"] | null;
                    readonly client_by_default?: boolean;
                    readonly name?: string;
                    readonly naming?: components["schemas"]["Naming"] | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Project"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly listStaleFeatures: {
        readonly parameters: {
            readonly query?: {
                readonly certain?: boolean;
                readonly cursor?: components["parameters"]["Cursor"];
                readonly kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                readonly limit?: components["parameters"]["Limit"];
                readonly owner?: string;
                readonly tag?: string;
                readonly verdict?: "delete" | "archive" | "remove_code" | "finish" | "keep";
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AdvicePage"];
                };
            };
        };
    };
    readonly listChangeRequestsOfProject: {
        readonly parameters: {
            readonly query?: {
                readonly author?: string;
                readonly cursor?: components["parameters"]["Cursor"];
                readonly environment?: string;
                readonly feature?: string;
                readonly limit?: components["parameters"]["Limit"];
                readonly stage?: "conflicting" | "changes_requested" | "waiting" | "following" | "scheduled" | "ready";
                readonly status?: "open" | "applied" | "closed";
                readonly waiting_for?: "me";
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRequestSummaryPage"];
                };
            };
        };
    };
    readonly openChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly after?: number | null;
                    readonly apply?: {
                        readonly at?: string | null;
                        readonly when_approved?: boolean;
                        readonly within_minutes?: number;
                    };
                    readonly changes: readonly components["schemas"]["ProposedChange"][];
                    readonly description?: string;
                    readonly reviewers?: readonly string[];
                    readonly title: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"] & {
                        readonly proposed: readonly components["schemas"]["ProposedDifference"][];
                    };
                };
            };
            readonly 201: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRequest"];
                };
            };
        };
    };
    readonly readChangeRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly number: components["parameters"]["number"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRequest"];
                };
            };
        };
    };
    readonly editChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly number: components["parameters"]["number"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly after?: number | null;
                    readonly apply?: {
                        readonly at?: string | null;
                        readonly when_approved?: boolean;
                        readonly within_minutes?: number;
                    };
                    readonly changes?: readonly components["schemas"]["ProposedChange"][];
                    readonly description?: string;
                    readonly reviewers?: readonly string[];
                    readonly title?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRequest"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly applyChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly number: components["parameters"]["number"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly without_approval?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRequest"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly closeChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly number: components["parameters"]["number"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly comment?: string;
                    readonly with_followers?: boolean;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRequest"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly listCommentsOfChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly path: {
                readonly number: components["parameters"]["number"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CommentPage"];
                };
            };
        };
    };
    readonly commentOnChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly number: components["parameters"]["number"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly text: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 201: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Comment"];
                };
            };
        };
    };
    readonly deleteYourCommentOnChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly comment: components["parameters"]["comment"];
                readonly number: components["parameters"]["number"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly editYourCommentOnChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly comment: components["parameters"]["comment"];
                readonly number: components["parameters"]["number"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly text: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Comment"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly previewChangeRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly number: components["parameters"]["number"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly affected_environments: readonly string[];
                        readonly changes: readonly components["schemas"]["ProposedDifference"][];
                        readonly conflicts: readonly {
                            readonly base?: unknown;
                            readonly message: string;
                            readonly now?: unknown;
                            readonly path: string;
                            readonly wanted?: unknown;
                        }[];
                    };
                };
            };
        };
    };
    readonly rebaseChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly number: components["parameters"]["number"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly order?: "theirs_first" | "mine_first";
                    readonly resolve?: readonly {
                        readonly path: string;
                        /** @enum {string} */
                        readonly take: "now" | "wanted";
                    }[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRequest"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly reopenChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly number: components["parameters"]["number"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly comment?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRequest"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly takeOverChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly number: components["parameters"]["number"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly comment?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRequest"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly approveChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly number: components["parameters"]["number"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly comment?: string | null;
                    readonly revision: number;
                    /** @enum {string} */
                    readonly verdict: "approve" | "request_changes" | "none";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRequest"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly listCodeReferencesOfProject: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
                readonly state?: "recorded" | "stale";
                readonly text?: string;
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProjectCodeReferencePage"];
                };
            };
        };
    };
    readonly listEnvironmentsOfProject: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EnvironmentPage"];
                };
            };
        };
    };
    readonly createEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly allowed_origins?: components["schemas"]["AllowedOrigins"];
                    /** @enum {string} */
                    readonly approvers?: "admin" | "member";
                    readonly comment_required?: boolean;
                    readonly datafile_personal_data?: boolean;
                    readonly name?: string;
                    readonly protected?: boolean;
                    readonly require_signed_users?: boolean;
                    readonly required_approvals?: number;
                    readonly slug: string;
                    /** @enum {string} */
                    readonly without_approval?: "nothing" | "switch_off" | "revert" | "anything";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 201: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Environment"];
                };
            };
        };
    };
    readonly readEnvironment: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Environment"];
                };
            };
        };
    };
    readonly deleteEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly allowed_origins?: components["schemas"]["AllowedOrigins"];
                    /** @enum {string} */
                    readonly approvers?: "admin" | "member";
                    readonly comment_required?: boolean;
                    readonly datafile_personal_data?: boolean;
                    readonly name?: string;
                    readonly position?: number;
                    readonly protected?: boolean;
                    readonly require_signed_users?: boolean;
                    readonly required_approvals?: number;
                    /** @enum {string} */
                    readonly without_approval?: "nothing" | "switch_off" | "revert" | "anything";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Environment"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly listKeysOfEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EnvironmentKeyPage"];
                };
            };
        };
    };
    readonly createKeyForEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly kind?: "server" | "client" | "datafile";
                    readonly name?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 201: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewEnvironmentKey"];
                };
            };
        };
    };
    readonly revokeKey: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly renameKey: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name: string | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EnvironmentKey"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly countEvaluationsOfEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly bucket?: "hour" | "day";
                readonly cursor?: components["parameters"]["Cursor"];
                readonly feature?: string;
                readonly from?: string;
                readonly limit?: components["parameters"]["Limit"];
                readonly to?: string;
                readonly variable?: string;
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly counted_since: string | null;
                        readonly items: readonly components["schemas"]["EvaluationCount"][];
                        readonly next_cursor: string | null;
                        /** Format: date-time */
                        readonly up_to: string;
                    };
                };
            };
        };
    };
    readonly listEventNamesOfEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
                readonly variable?: string;
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventNamePage"];
                };
            };
        };
    };
    readonly readResultsOfExperiment: {
        readonly parameters: {
            readonly query: {
                readonly baseline?: string;
                readonly confidence?: number;
                readonly conversion: string;
                readonly exposure?: string;
                readonly variable: string;
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly baseline: string | null;
                        readonly confidence: number;
                        readonly results: readonly components["schemas"]["ExperimentResult"][];
                        readonly up_to_date: boolean;
                        readonly variable: string;
                    };
                };
            };
        };
    };
    readonly summariseEventsOfEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly bucket?: "hour" | "day";
                readonly cursor?: components["parameters"]["Cursor"];
                readonly event?: string;
                readonly from?: string;
                readonly limit?: components["parameters"]["Limit"];
                readonly to?: string;
                readonly variable?: string;
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["EventSummary"][];
                        readonly next_cursor: string | null;
                        readonly up_to_date: boolean;
                    };
                };
            };
        };
    };
    readonly explainValueOfVariableForUser: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly as_if?: components["schemas"]["AsIf"];
                    readonly at?: string;
                    readonly user?: Record<string, unknown> | null;
                    readonly variable: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Explanation"];
                };
            };
        };
    };
    readonly listOverridesOfUserInEnvironment: {
        readonly parameters: {
            readonly query: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
                readonly user_id: string;
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UserOverridePage"];
                };
            };
        };
    };
    readonly previewChangeForSomeUsers: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly as_if?: components["schemas"]["AsIf"];
                    readonly feature: string;
                    readonly users: readonly (Record<string, unknown> | null)[];
                    readonly variable?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly after: {
                            readonly [key: string]: number;
                        };
                        readonly before: {
                            readonly [key: string]: number;
                        };
                        readonly moved: readonly {
                            readonly from: string | null;
                            readonly index: number;
                            readonly to: string | null;
                        }[];
                        readonly rules: readonly {
                            readonly matched: number;
                            readonly matches: readonly number[];
                            readonly name: string;
                            readonly served: number;
                        }[];
                        readonly users: number;
                    };
                };
            };
        };
    };
    readonly createSigningSecretForEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 201: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** Format: date-time */
                        readonly created_at: string;
                        readonly secret: string;
                    };
                };
            };
        };
    };
    readonly listUnknownKeysThatApplicationsRequest: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UnknownKeyPage"];
                };
            };
        };
    };
    readonly readUsageOfEnvironment: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly api_keys: {
                            readonly limit: number;
                            readonly used: number;
                        };
                        readonly bytes: {
                            readonly limit: number;
                            readonly used: number;
                        };
                        readonly cost_us: {
                            readonly limit: number;
                            readonly used: number;
                        };
                        readonly environments: {
                            readonly limit: number;
                            readonly used: number;
                        };
                        readonly features: {
                            readonly limit: number;
                            readonly used: number;
                        };
                        readonly heaviest_features: readonly {
                            readonly bytes: number;
                            readonly bytes_limit: number;
                            readonly cost_us: number;
                            readonly cost_us_limit: number;
                            readonly feature: string;
                            readonly limits_exceeded: readonly string[];
                            readonly longest_searched_text: number | null;
                        }[];
                        readonly segments: {
                            readonly limit: number;
                            readonly used: number;
                        };
                    };
                };
            };
        };
    };
    readonly exportProject: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProjectDocument"];
                    readonly "application/yaml": components["schemas"]["ProjectDocument"];
                };
            };
        };
    };
    readonly listFeaturesOfProject: {
        readonly parameters: {
            readonly query?: {
                readonly count?: boolean;
                readonly cursor?: components["parameters"]["Cursor"];
                readonly env?: string;
                readonly kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                readonly limit?: components["parameters"]["Limit"];
                readonly not_evaluated_for_days?: number;
                readonly order?: "asc" | "desc";
                readonly owner?: string;
                readonly permanent?: boolean;
                readonly referenced?: boolean;
                readonly sort?: "slug" | "name" | "updated_at" | "last_evaluated_at";
                readonly state?: "none" | "off" | "on";
                readonly status?: string;
                readonly tag?: string;
                readonly text?: string;
                readonly with?: "last_evaluated_at";
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListedFeaturePage"];
                };
            };
        };
    };
    readonly createFeature: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly description?: string;
                    readonly environments?: {
                        readonly [key: string]: components["schemas"]["ServedInput"];
                    };
                    readonly expected_until?: string | null;
                    /** @enum {string} */
                    readonly kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                    readonly links?: readonly components["schemas"]["LinkInput"][];
                    readonly manager?: string | null;
                    readonly name?: string;
                    readonly owners?: readonly string[];
                    readonly permanent?: boolean | null;
                    readonly slug: string;
                    readonly snoozed_until?: string | null;
                    readonly tags?: readonly string[];
                    readonly variables?: readonly components["schemas"]["VariableInput"][];
                    readonly variations?: readonly components["schemas"]["VariationInput"][];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 201: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Feature"];
                };
            };
        };
    };
    readonly readFeature: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Feature"];
                };
            };
        };
    };
    readonly replaceVariablesAndVariationsOfFeature: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly variables: readonly {
                        readonly client?: boolean;
                        readonly constraints?: components["schemas"]["Constraints"] | null;
                        readonly description?: string;
                        readonly slug: string;
                        /** @enum {string} */
                        readonly type: "boolean" | "number" | "string" | "json";
                        readonly was?: string | null;
                    }[];
                    readonly variations: readonly {
                        readonly name?: string;
                        readonly slug: string;
                        readonly values?: {
                            readonly [key: string]: unknown;
                        };
                        readonly was?: string | null;
                    }[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Feature"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly deleteFeatureAndItsTargeting: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateFeature: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly description?: string;
                    readonly expected_until?: string | null;
                    /** @enum {string} */
                    readonly kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                    readonly links?: readonly components["schemas"]["LinkInput"][];
                    readonly manager?: string | null;
                    readonly name?: string;
                    readonly owners?: readonly string[];
                    readonly permanent?: boolean | null;
                    readonly slug?: string;
                    readonly snoozed_until?: string | null;
                    /** @enum {string} */
                    readonly status?: "live" | "complete" | "archived";
                    readonly tags?: readonly string[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Feature"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly readAdviceOnFeature: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Advice"];
                };
            };
        };
    };
    readonly listCodeReferencesOfFeature: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
                readonly provider?: "github" | "gitlab" | "bitbucket";
                readonly repository?: string;
                readonly state?: "recorded" | "stale";
                readonly variable?: string;
            };
            readonly path: {
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CodeReferencePage"];
                };
            };
        };
    };
    readonly copyFeatureToAnotherEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly dry_run?: boolean;
                    readonly from: string;
                    readonly to: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly approval_required?: readonly string[];
                        readonly changes: readonly components["schemas"]["Difference"][];
                        readonly dry_run: boolean;
                        readonly touches?: readonly {
                            readonly environment: string;
                            readonly feature: string;
                            readonly protected: boolean;
                        }[];
                        readonly touches_omitted?: number;
                    };
                };
            };
        };
    };
    readonly readStateOfFeatureInEnvironment: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReadServed"];
                };
            };
        };
    };
    readonly replaceTargetingAndDefaultsOfFeatureInEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WholeServed"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Served"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly setDefaultVariationsOfFeatureInEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly [key: string]: string | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Served"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly serveOneVariationToEveryone: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly enable?: boolean;
                    readonly variation: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Served"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly stopServingOneVariationToEveryone: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly mergeTargetingAndDefaultsWithConcurrentChanges: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly base: components["schemas"]["WholeServed"];
                    readonly take?: {
                        readonly [key: string]: "now" | "wanted";
                    };
                    readonly wanted: components["schemas"]["WholeServed"];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly changes: readonly components["schemas"]["Difference"][];
                        readonly conflicts: readonly components["schemas"]["MergeConflict"][];
                        readonly merged: components["schemas"]["WholeServed"];
                    };
                };
            };
        };
    };
    readonly listOverridesOfFeatureInEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
                readonly text?: string;
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OverridePage"];
                };
            };
        };
    };
    readonly setOrRemoveOverridesOfSeveralUsers: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly [key: string]: string | components["schemas"]["PinInput"] | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Served"] | (components["schemas"]["DryRun"] & {
                        readonly pinned: readonly components["schemas"]["Override"][];
                    });
                };
            };
        };
    };
    readonly setOverrideOfUser: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
                readonly user_id: components["parameters"]["user_id"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PinInput"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Served"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly removeOverrideOfUser: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
                readonly user_id: components["parameters"]["user_id"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly restoreEarlierStateOfFeatureInEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly at: string;
                    readonly dry_run?: boolean;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly approval_required?: readonly string[];
                        readonly change_id: string | null;
                        readonly changes: readonly components["schemas"]["Difference"][];
                        readonly dry_run: boolean;
                        readonly touches?: readonly {
                            readonly environment: string;
                            readonly feature: string;
                            readonly protected: boolean;
                        }[];
                        readonly touches_omitted?: number;
                    };
                };
            };
        };
    };
    readonly replaceTargetingOfFeatureInEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WholeTargeting"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Served"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly removeTargetingOfFeatureInEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly turnFeatureOnOrOffInEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly env: components["parameters"]["env"];
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly enabled: boolean;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Served"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly readEvaluationsOfFeatureInEachEnvironment: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly path: {
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EnvironmentEvaluationsPage"];
                };
            };
        };
    };
    readonly mergeFeatureWithConcurrentChanges: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly base: components["schemas"]["FeatureInput"];
                    readonly take?: {
                        readonly [key: string]: "now" | "wanted";
                    };
                    readonly wanted: components["schemas"]["FeatureInput"];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly changes: readonly components["schemas"]["Difference"][];
                        readonly conflicts: readonly components["schemas"]["MergeConflict"][];
                        readonly merged: components["schemas"]["FeatureInput"];
                    };
                };
            };
        };
    };
    readonly listWhereVariationsOfFeatureAreUsed: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly path: {
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FeatureUsePage"];
                };
            };
        };
    };
    readonly addVariableToFeature: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly client?: boolean;
                    readonly constraints?: components["schemas"]["Constraints"] | null;
                    readonly description?: string;
                    readonly slug: string;
                    /** @enum {string} */
                    readonly type: "boolean" | "number" | "string" | "json";
                    readonly values?: {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 201: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Variable"];
                };
            };
        };
    };
    readonly deleteVariable: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
                readonly variable: components["parameters"]["variable"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateVariable: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
                readonly variable: components["parameters"]["variable"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly client?: boolean;
                    readonly constraints?: components["schemas"]["Constraints"] | null;
                    readonly description?: string;
                    readonly slug?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Variable"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly addVariationToFeature: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["VariationInput"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 201: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Variation"];
                };
            };
        };
    };
    readonly deleteUnusedVariation: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
                readonly variation: components["parameters"]["variation"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateVariation: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly feature: components["parameters"]["feature"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
                readonly variation: components["parameters"]["variation"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name?: string;
                    readonly slug?: string;
                    readonly values?: {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Variation"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly changeStatusOrTagsOfSeveralFeatures: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly dry_run?: boolean;
                    readonly features: readonly string[];
                    readonly set: {
                        readonly add_tags?: readonly string[];
                        readonly remove_tags?: readonly string[];
                        /** @enum {string} */
                        readonly status?: "live" | "complete" | "archived";
                    };
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly approval_required?: readonly string[];
                        readonly changes: readonly components["schemas"]["Difference"][];
                        readonly dry_run: boolean;
                        readonly refused: readonly {
                            readonly code: string;
                            readonly error: string;
                            readonly feature: string;
                        }[];
                        readonly touches?: readonly {
                            readonly environment: string;
                            readonly feature: string;
                            readonly protected: boolean;
                        }[];
                        readonly touches_omitted?: number;
                    };
                };
            };
        };
    };
    readonly importDocumentIntoProject: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ProjectImport"];
                readonly "application/yaml": components["schemas"]["ProjectImport"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly approval_required?: readonly string[];
                        readonly changes: readonly components["schemas"]["Difference"][];
                        readonly dry_run: boolean;
                        readonly generated: readonly {
                            /** @enum {string} */
                            readonly kind: "api_key" | "api_token" | "password" | "signing_secret";
                            readonly path: string;
                            readonly subject: string;
                            readonly value: string | null;
                        }[];
                        readonly touches?: readonly {
                            readonly environment: string;
                            readonly feature: string;
                            readonly protected: boolean;
                        }[];
                        readonly touches_omitted?: number;
                        readonly warnings: readonly {
                            readonly message: string;
                            readonly path: string;
                        }[];
                    };
                };
            };
        };
    };
    readonly listRepositoriesThatPushCodeReferences: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RepositoryPage"];
                };
            };
        };
    };
    readonly deleteRepositoryAndItsCodeReferences: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listUnknownKeysInRepository: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly path: {
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UnknownReferencePage"];
                };
            };
        };
    };
    readonly listSegmentsOfProject: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListedSegmentPage"];
                };
            };
        };
    };
    readonly createSegment: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly any_of: readonly components["schemas"]["ConditionGroup"][];
                    readonly name?: string;
                    readonly slug: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 201: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Segment"];
                };
            };
        };
    };
    readonly readSegment: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
                readonly segment: components["parameters"]["segment"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Segment"];
                };
            };
        };
    };
    readonly replaceNameAndConditionsOfSegment: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
                readonly segment: components["parameters"]["segment"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SegmentInput"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Segment"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly deleteUnusedSegment: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
                readonly segment: components["parameters"]["segment"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly mergeSegmentWithConcurrentChanges: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
                readonly segment: components["parameters"]["segment"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly base: components["schemas"]["SegmentInput"];
                    readonly take?: {
                        readonly [key: string]: "now" | "wanted";
                    };
                    readonly wanted: components["schemas"]["SegmentInput"];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly changes: readonly components["schemas"]["Difference"][];
                        readonly conflicts: readonly components["schemas"]["MergeConflict"][];
                        readonly merged: components["schemas"]["SegmentInput"];
                    };
                };
            };
        };
    };
    readonly listRulesThatUseSegment: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
                readonly segment: components["parameters"]["segment"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentUsePage"];
                };
            };
        };
    };
    readonly summariseFeaturesInEveryEnvironment: {
        readonly parameters: {
            readonly query: {
                readonly features: string;
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly {
                            readonly environments: {
                                readonly [key: string]: components["schemas"]["ServedSummary"];
                            };
                            readonly feature: string;
                        }[];
                    };
                };
            };
        };
    };
    readonly listUnreferencedVariablesOfProject: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
                readonly status?: "live" | "complete" | "archived";
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
                readonly project: components["parameters"]["project"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UnreferencedVariablePage"];
                };
            };
        };
    };
    readonly searchOrganisation: {
        readonly parameters: {
            readonly query: {
                readonly limit?: number;
                readonly text: string;
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["SearchResult"][];
                    };
                };
            };
        };
    };
    readonly readPlanLimitsAndUsage: {
        readonly parameters: {
            readonly query?: {
                readonly month?: string;
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrganisationUsage"];
                };
            };
        };
    };
    readonly readHistoryOfMonthlyActiveUsers: {
        readonly parameters: {
            readonly query?: {
                readonly months?: number;
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UsageHistory"];
                };
            };
        };
    };
    readonly listWebhookEndpointsOfOrganisation: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookEndpointPage"];
                };
            };
        };
    };
    readonly createWebhookEndpoint: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly description?: string;
                    readonly events: components["schemas"]["WebhookSelection"];
                    /**
                     * @default bunting
                     * @enum {string}
                     */
                    readonly format?: "bunting" | "slack" | "teams";
                    readonly url: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 201: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewWebhookEndpoint"];
                };
            };
        };
    };
    readonly readWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    readonly deleteWebhookEndpointAndItsDeliveries: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateWebhookEndpoint: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly header?: {
                readonly "If-Match"?: components["parameters"]["If-Match"];
            };
            readonly path: {
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly description?: string;
                    readonly enabled?: boolean;
                    readonly events?: components["schemas"]["WebhookSelection"];
                    /** @enum {string} */
                    readonly format?: "bunting" | "slack" | "teams";
                    /** @constant */
                    readonly on_hold?: false;
                    readonly url?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookEndpoint"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly readActivityOfWebhookEndpoint: {
        readonly parameters: {
            readonly query?: {
                readonly bucket?: "hour";
            };
            readonly path: {
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly {
                            /** Format: date-time */
                            readonly begins_at: string;
                            readonly delivered: number;
                            readonly failed: number;
                            readonly p95_ms: number | null;
                        }[];
                        readonly pending: number;
                    };
                };
            };
        };
    };
    readonly listDeliveriesOfWebhookEndpoint: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: components["parameters"]["Cursor"];
                readonly from?: string;
                readonly limit?: components["parameters"]["Limit"];
                readonly status?: string;
                readonly to?: string;
                readonly type?: components["schemas"]["WebhookKind"];
            };
            readonly path: {
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
        };
    };
    readonly readDeliveryWithItsBodyAndAttempts: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly delivery: components["parameters"]["delivery"];
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDeliveryWithAttempts"];
                };
            };
        };
    };
    readonly redeliverFinishedDelivery: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly delivery: components["parameters"]["delivery"];
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDelivery"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly redeliverFailedDeliveriesSinceTime: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly dry_run?: boolean;
                    readonly failed_since: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly approval_required?: readonly string[];
                        readonly changes: readonly components["schemas"]["Difference"][];
                        readonly dry_run: boolean;
                        readonly redelivered: number;
                        readonly touches?: readonly {
                            readonly environment: string;
                            readonly feature: string;
                            readonly protected: boolean;
                        }[];
                        readonly touches_omitted?: number;
                    };
                };
            };
        };
    };
    readonly rotateSigningSecretOfWebhookEndpoint: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly secret: string;
                    } | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readonly sendTestEventToWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly id: components["parameters"]["id"];
                readonly org: components["parameters"]["org"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly type?: components["schemas"]["WebhookKind"];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** Format: uuid */
                        readonly delivery: string;
                        readonly duration_ms: number;
                        readonly error: string | null;
                        readonly response_body: string | null;
                        readonly response_status: number | null;
                        readonly succeeded: boolean;
                    };
                };
            };
        };
    };
    readonly readPasswordReset: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                readonly token: components["parameters"]["token"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly email: string;
                        /** Format: date-time */
                        readonly expires_at: string;
                    };
                };
            };
        };
    };
    readonly resetPassword: {
        readonly parameters: {
            readonly query?: {
                readonly comment?: components["parameters"]["Comment"];
                readonly dry_run?: components["parameters"]["DryRun"];
            };
            readonly path: {
                readonly token: components["parameters"]["token"];
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly password: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DryRun"];
                };
            };
            readonly 204: {
                headers: {
                    readonly "Change-Id": components["headers"]["Change-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly readCurrentSession: {
        readonly parameters: {
            readonly query?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WhoAmI"];
                };
            };
        };
    };
    readonly signIn: {
        readonly parameters: {
            readonly query?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly email: string;
                    readonly password: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WhoAmI"];
                };
            };
        };
    };
    readonly signOut: {
        readonly parameters: {
            readonly query?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly signInWithOpenIDConnectProvider: {
        readonly parameters: {
            readonly query?: {
                readonly return_to?: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 303: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly handleRedirectFromOpenIDConnectProvider: {
        readonly parameters: {
            readonly query?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 303: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly readSignInOptions: {
        readonly parameters: {
            readonly query?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly create_organisations: "anyone" | "staff";
                        readonly oidc: {
                            readonly name: string;
                        } | null;
                        /** @enum {string} */
                        readonly sign_up: "open" | "invited" | "closed";
                        readonly signed_in: boolean;
                        readonly version: string;
                    };
                };
            };
        };
    };
    readonly listKindsOfWebhookEvents: {
        readonly parameters: {
            readonly query?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["WebhookEventKind"][];
                    };
                };
            };
        };
    };
}
