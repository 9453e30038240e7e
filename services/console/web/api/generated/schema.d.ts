// npm run openapi writes this file.
export interface paths {
    "/settings/v1/account": {
        parameters: {
            query?: never;
        };
        patch: operations["changeYourOwnName"];
    };
    "/settings/v1/account/password": {
        parameters: {
            query?: never;
        };
        post: operations["changeYourOwnPassword"];
    };
    "/settings/v1/account/sessions": {
        parameters: {
            query?: never;
        };
        get: operations["listYourOwnSessionsOldestFirst"];
        delete: operations["signOutEverywhere"];
    };
    "/settings/v1/account/sessions/{id}": {
        parameters: {
            query?: never;
        };
        delete: operations["endOneOfYourOwnSessions"];
    };
    "/settings/v1/accounts": {
        parameters: {
            query?: never;
        };
        post: operations["signUp"];
    };
    "/settings/v1/invitations/{token}": {
        parameters: {
            query?: never;
        };
        get: operations["tellWhatInvitationIsFor"];
        post: operations["acceptInvitation"];
    };
    "/settings/v1/organisations": {
        parameters: {
            query?: never;
        };
        get: operations["listOrganisationsThatCallerBelongsTo"];
        post: operations["createOrganisationCallerBecomesItsOwner"];
    };
    "/settings/v1/organisations/{org}": {
        parameters: {
            query?: never;
        };
        get: operations["readOrganisation"];
        patch: operations["renameOrganisation"];
    };
    "/settings/v1/organisations/{org}/api-tokens": {
        parameters: {
            query?: never;
        };
        get: operations["listTokensOfOrganisationThoseThatWereRevokedToo"];
        post: operations["makeTokenForScripts"];
    };
    "/settings/v1/organisations/{org}/api-tokens/{id}": {
        parameters: {
            query?: never;
        };
        delete: operations["revokeToken"];
    };
    "/settings/v1/organisations/{org}/audit-log": {
        parameters: {
            query?: never;
        };
        get: operations["tellWhoChangedWhatBeforeAndAfterNewestFirst"];
    };
    "/settings/v1/organisations/{org}/audit-log/{id}": {
        parameters: {
            query?: never;
        };
        get: operations["readRecordOfAuditLogHoweverLargeItIs"];
    };
    "/settings/v1/organisations/{org}/audit-log/{id}/comments": {
        parameters: {
            query?: never;
        };
        get: operations["listCommentsOfAuditRecordOldestFirst"];
        post: operations["commentAuditRecord"];
    };
    "/settings/v1/organisations/{org}/audit-log/{id}/comments/{comment}": {
        parameters: {
            query?: never;
        };
        delete: operations["deleteCommentOfYourOwn"];
        patch: operations["editCommentOfYourOwn"];
    };
    "/settings/v1/organisations/{org}/audit-log/{id}/revert": {
        parameters: {
            query?: never;
        };
        post: operations["revertChangeThatRecordOfAuditLogIsPartOf"];
    };
    "/settings/v1/organisations/{org}/changes": {
        parameters: {
            query?: never;
        };
        get: operations["followWhatIsChangedInOrganisation"];
    };
    "/settings/v1/organisations/{org}/members": {
        parameters: {
            query?: never;
        };
        get: operations["listMembersAndOpenInvitationsByAddress"];
        post: operations["addMember"];
    };
    "/settings/v1/organisations/{org}/members/{email}": {
        parameters: {
            query?: never;
        };
        delete: operations["removeMemberOrWithdrawInvitation"];
        patch: operations["giveMemberAnotherRole"];
    };
    "/settings/v1/organisations/{org}/projects": {
        parameters: {
            query?: never;
        };
        get: operations["listProjectsOfOrganisation"];
        post: operations["createProject"];
    };
    "/settings/v1/organisations/{org}/projects/{project}": {
        parameters: {
            query?: never;
        };
        get: operations["readProject"];
        delete: operations["deleteProjectAndEverythingInIt"];
        patch: operations["renameProject"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/advice": {
        parameters: {
            query?: never;
        };
        get: operations["listFeaturesThatMayHaveHadTheirTime"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/code-references": {
        parameters: {
            query?: never;
        };
        get: operations["listWhatStandsInCodeOfProject"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments": {
        parameters: {
            query?: never;
        };
        get: operations["listEnvironmentsOfProjectByPositionThenSlug"];
        post: operations["createEnvironment"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}": {
        parameters: {
            query?: never;
        };
        get: operations["readEnvironment"];
        delete: operations["deleteEnvironmentWithItsKeysAndAllThatItServes"];
        patch: operations["renameEnvironmentProtectItOpenItOrMoveIt"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/api-keys": {
        parameters: {
            query?: never;
        };
        get: operations["listKeysOfEnvironmentThoseThatWereRevokedToo"];
        post: operations["makeKeyForEnvironment"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/api-keys/{id}": {
        parameters: {
            query?: never;
        };
        delete: operations["revokeKey"];
        patch: operations["renameKey"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/evaluations": {
        parameters: {
            query?: never;
        };
        get: operations["countEvaluationsOfEnvironment"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/events/names": {
        parameters: {
            query?: never;
        };
        get: operations["listNamesOfEventsOfEnvironment"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/events/results": {
        parameters: {
            query?: never;
        };
        get: operations["readResultsOfExperiment"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/events/summary": {
        parameters: {
            query?: never;
        };
        get: operations["summariseEventsOfEnvironment"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/explain": {
        parameters: {
            query?: never;
        };
        post: operations["explainValueOfVariableForUser"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/overrides": {
        parameters: {
            query?: never;
        };
        get: operations["listWhatIsPinnedForUserInEnvironment"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/preview": {
        parameters: {
            query?: never;
        };
        post: operations["previewWhatSomeUsersWouldGet"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/signing-secret": {
        parameters: {
            query?: never;
        };
        post: operations["makeSigningSecretForEnvironment"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/unknown-keys": {
        parameters: {
            query?: never;
        };
        get: operations["listKeysThatApplicationsAskForAndThatHaveNoVariable"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/usage": {
        parameters: {
            query?: never;
        };
        get: operations["tellWhatEnvironmentHasStoredOfItsLimits"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/export": {
        parameters: {
            query?: never;
        };
        get: operations["exportProjectAsOneDocument"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features": {
        parameters: {
            query?: never;
        };
        get: operations["listFeaturesOfProjectWithWhatEveryEnvironmentServesOfThem"];
        post: operations["createFeature"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}": {
        parameters: {
            query?: never;
        };
        get: operations["readFeature"];
        put: operations["replaceVariablesAndVariationsOfFeature"];
        delete: operations["deleteFeatureWithAllThatIsServedOfIt"];
        patch: operations["changeSlugNameDescriptionStatusOrMetadataOfFeature"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/advice": {
        parameters: {
            query?: never;
        };
        get: operations["sayWhetherFeatureMayHaveHadItsTimeAndWhy"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/code-references": {
        parameters: {
            query?: never;
        };
        get: operations["listWhereVariablesOfFeatureStandInCode"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/copy-environment": {
        parameters: {
            query?: never;
        };
        post: operations["serveInOneEnvironmentWhatAnotherServes"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}": {
        parameters: {
            query?: never;
        };
        get: operations["readEverythingThatEnvironmentServesForFeature"];
        put: operations["replaceTargetingAndDefaultsOfFeatureInEnvironment"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/defaults": {
        parameters: {
            query?: never;
        };
        put: operations["setDefaultVariationsOfFeatureInEnvironment"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/everyone": {
        parameters: {
            query?: never;
        };
        put: operations["serveOneVariationToEveryone"];
        delete: operations["stopServingOneVariationToEveryone"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/merge": {
        parameters: {
            query?: never;
        };
        post: operations["mergeTargetingAndDefaultsWithWhatSomebodyElseSavedMeanwhile"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/overrides": {
        parameters: {
            query?: never;
        };
        get: operations["listOverridesOfFeatureInEnvironment"];
        put: operations["pinVariationsForManyUsersOrRemoveTheirOverrides"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/overrides/{user_id}": {
        parameters: {
            query?: never;
        };
        put: operations["pinVariationForUser"];
        delete: operations["removeOverrideOfUser"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/restore": {
        parameters: {
            query?: never;
        };
        post: operations["serveForFeatureInEnvironmentWhatWasServedAtEarlierTime"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/targeting": {
        parameters: {
            query?: never;
        };
        put: operations["replaceTargetingOfFeatureInEnvironment"];
        delete: operations["removeTargetingOfFeatureInEnvironment"];
        patch: operations["switchFeatureOnOrOffInEnvironment"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/evaluations": {
        parameters: {
            query?: never;
        };
        get: operations["readHowFeatureIsEvaluatedInEachEnvironment"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/merge": {
        parameters: {
            query?: never;
        };
        post: operations["mergeFeatureWithWhatSomebodyElseSavedMeanwhile"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/uses": {
        parameters: {
            query?: never;
        };
        get: operations["tellWhereFeatureIsServedWhichVariationsWhichEnvironmentsName"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/variables": {
        parameters: {
            query?: never;
        };
        post: operations["addVariableToFeature"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/variables/{variable}": {
        parameters: {
            query?: never;
        };
        delete: operations["deleteVariableWithItsValuesAndDefaults"];
        patch: operations["changeSlugDescriptionOrConstraintsOfVariable"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/variations": {
        parameters: {
            query?: never;
        };
        post: operations["addVariationToFeature"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/variations/{variation}": {
        parameters: {
            query?: never;
        };
        delete: operations["deleteVariationThatNothingServes"];
        patch: operations["changeSlugNameOrValuesOfVariation"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/bulk": {
        parameters: {
            query?: never;
        };
        post: operations["changeStatusOrTagsOfManyFeatures"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/import": {
        parameters: {
            query?: never;
        };
        post: operations["importDocumentIntoProject"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/repositories": {
        parameters: {
            query?: never;
        };
        get: operations["listRepositoriesThatPushCodeReferences"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/repositories/{id}": {
        parameters: {
            query?: never;
        };
        delete: operations["deleteRepositoryWithItsCodeReferences"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/repositories/{id}/unknown-keys": {
        parameters: {
            query?: never;
        };
        get: operations["listKeysInRepositoryThatNoVariableHas"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/segments": {
        parameters: {
            query?: never;
        };
        get: operations["listSegmentsOfProject"];
        post: operations["createSegment"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/segments/{segment}": {
        parameters: {
            query?: never;
        };
        get: operations["readSegment"];
        put: operations["replaceNameAndConditionsOfSegment"];
        delete: operations["deleteSegmentThatNoRuleNames"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/segments/{segment}/merge": {
        parameters: {
            query?: never;
        };
        post: operations["mergeSegmentWithWhatSomebodyElseSavedMeanwhile"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/segments/{segment}/uses": {
        parameters: {
            query?: never;
        };
        get: operations["listRulesThatNameSegment"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/served": {
        parameters: {
            query?: never;
        };
        get: operations["listInShortWhatEveryEnvironmentServesOfSomeFeatures"];
    };
    "/settings/v1/organisations/{org}/projects/{project}/unreferenced-variables": {
        parameters: {
            query?: never;
        };
        get: operations["listVariablesThatNoRepositoryRefersTo"];
    };
    "/settings/v1/organisations/{org}/search": {
        parameters: {
            query?: never;
        };
        get: operations["findWhatOrganisationHasByPartOfItsName"];
    };
    "/settings/v1/organisations/{org}/usage": {
        parameters: {
            query?: never;
        };
        get: operations["tellWhatPlanIncludesAndHowMuchOfItIsUsed"];
    };
    "/settings/v1/organisations/{org}/usage/history": {
        parameters: {
            query?: never;
        };
        get: operations["tellHowManyMonthlyActiveUsersThereWereByMonthAndThisMonthByDay"];
    };
    "/settings/v1/organisations/{org}/webhook-endpoints": {
        parameters: {
            query?: never;
        };
        get: operations["listWebhookEndpointsOfOrganisation"];
        post: operations["makeWebhookEndpoint"];
    };
    "/settings/v1/organisations/{org}/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
        };
        get: operations["readWebhookEndpoint"];
        delete: operations["deleteWebhookEndpointWithItsDeliveries"];
        patch: operations["changeWebhookEndpoint"];
    };
    "/settings/v1/organisations/{org}/webhook-endpoints/{id}/activity": {
        parameters: {
            query?: never;
        };
        get: operations["readActivityOfWebhookEndpointHourByHour"];
    };
    "/settings/v1/organisations/{org}/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
        };
        get: operations["listDeliveriesOfWebhookEndpointNewestFirst"];
    };
    "/settings/v1/organisations/{org}/webhook-endpoints/{id}/deliveries/{delivery}": {
        parameters: {
            query?: never;
        };
        get: operations["readDeliveryWithItsBodyAndItsAttempts"];
    };
    "/settings/v1/organisations/{org}/webhook-endpoints/{id}/deliveries/{delivery}/redeliver": {
        parameters: {
            query?: never;
        };
        post: operations["sendDeliveryAgainThatEnded"];
    };
    "/settings/v1/organisations/{org}/webhook-endpoints/{id}/deliveries/redeliver": {
        parameters: {
            query?: never;
        };
        post: operations["sendAgainWhatFailedSinceTime"];
    };
    "/settings/v1/organisations/{org}/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
        };
        post: operations["giveWebhookEndpointNewSigningSecret"];
    };
    "/settings/v1/organisations/{org}/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
        };
        post: operations["sendTestEventToWebhookEndpointAtOnce"];
    };
    "/settings/v1/password-resets/{token}": {
        parameters: {
            query?: never;
        };
        get: operations["readPasswordReset"];
        post: operations["resetPassword"];
    };
    "/settings/v1/session": {
        parameters: {
            query?: never;
        };
        get: operations["tellWhoCallerIsAndWhereMemberOfWhatRole"];
        post: operations["signIn"];
        delete: operations["signOut"];
    };
    "/settings/v1/session/oidc": {
        parameters: {
            query?: never;
        };
        get: operations["signInAtOpenIDConnectProvider"];
    };
    "/settings/v1/session/oidc/callback": {
        parameters: {
            query?: never;
        };
        get: operations["comeBackFromOpenIDConnectProvider"];
    };
    "/settings/v1/session/options": {
        parameters: {
            query?: never;
        };
        get: operations["tellHowPeopleMaySignInHereAndWhoMayMakeOrganisations"];
    };
    "/settings/v1/webhook-event-kinds": {
        parameters: {
            query?: never;
        };
        get: operations["listKindsOfWebhookEvents"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Advice: {
            blockers: string[];
            certain: boolean;
            evidence: {
                /** Format: date-time */
                changed_at: string;
                constant_since: string | null;
                /** Format: date-time */
                created_at: string;
                evaluations_30d: number | null;
                last_evaluated_at: string | null;
                last_scan_at: string | null;
                references: number;
                repositories: number;
            };
            feature: string;
            forward: {
                [key: string]: {
                    value: unknown;
                    variation: string | null;
                };
            } | null;
            /** @enum {string} */
            kind: "release" | "experiment" | "operational" | "permission" | "kill_switch";
            owners: string[];
            reasons: string[];
            /** @enum {string} */
            status: "live" | "complete" | "archived";
            /** @enum {string} */
            verdict: "delete" | "archive" | "remove_code" | "finish" | "keep";
        };
        AdvicePage: {
            items: components["schemas"]["Advice"][];
            next_cursor: string | null;
        };
        AdviceSettings: {
            constant_days: number;
            environments: string[] | null;
            lifetime_days: {
                experiment: number | null;
                kill_switch: number | null;
                operational: number | null;
                permission: number | null;
                release: number | null;
            };
            unused_days: number;
        };
        AdviceSettingsInput: {
            constant_days?: number;
            environments?: string[] | null;
            lifetime_days?: {
                experiment?: number | null;
                kill_switch?: number | null;
                operational?: number | null;
                permission?: number | null;
                release?: number | null;
            };
            unused_days?: number;
        };
        AllowedOrigins: string[];
        ApiToken: {
            /** Format: date-time */
            created_at: string;
            created_by: string | null;
            created_by_left: boolean;
            /** Format: uuid */
            id: string;
            last_four: string;
            last_used_at: string | null;
            name: string;
            revoked_at: string | null;
            scopes: ("code_references" | "settings" | "members")[];
        };
        ApiTokenPage: {
            items: components["schemas"]["ApiToken"][];
            next_cursor: string | null;
        };
        AsIf: {
            defaults?: {
                [key: string]: string | null;
            };
            targeting?: components["schemas"]["WholeTargeting"] | null;
        };
        AuditRecord: {
            action: string;
            actor: string;
            after: unknown;
            /** Format: date-time */
            at: string;
            before: unknown;
            change_id: string | null;
            changes: string[];
            comment: string | null;
            comments: number;
            environment: string | null;
            environment_id: string | null;
            feature: string | null;
            feature_id: string | null;
            /** Format: uuid */
            id: string;
            is_shortened: boolean;
            project: string | null;
            project_id: string | null;
            /** @enum {string} */
            source: "session" | "api_token" | "staff" | "import" | "bootstrap";
            subject: string;
        };
        AuditRecordPage: {
            items: components["schemas"]["AuditRecord"][];
            next_cursor: string | null;
        };
        CodeReference: {
            commit_sha: string | null;
            file: string;
            /** Format: date-time */
            first_seen_at: string;
            /** Format: date-time */
            last_seen_at: string;
            line_number: number | null;
            /** @enum {string} */
            provider: "github" | "gitlab" | "bitbucket";
            repository: string;
            snippet: string | null;
            /** @enum {string} */
            state: "recorded" | "stale";
            url: string | null;
            variable: string;
        };
        CodeReferencePage: {
            items: components["schemas"]["CodeReference"][];
            next_cursor: string | null;
        };
        Comment: {
            author: string;
            /** Format: date-time */
            created_at: string;
            edited_at: string | null;
            /** Format: uuid */
            id: string;
            text: string;
        };
        CommentPage: {
            items: components["schemas"]["Comment"][];
            next_cursor: string | null;
        };
        Condition: {
            custom_key?: string;
            ignore_case?: boolean;
            operator: components["schemas"]["Operator"];
            property: components["schemas"]["Property"];
            values?: (string | number | boolean)[];
        };
        ConditionGroup: {
            all_of: components["schemas"]["Condition"][];
        };
        Constraints: {
            integer?: boolean;
            max_length?: number;
            maximum?: number;
            minimum?: number;
            one_of?: unknown[];
            pattern?: string;
            schema?: Record<string, never> | boolean;
        };
        Difference: {
            after: unknown;
            before: unknown;
            subject: string;
            text: string;
            what: string;
        };
        DryRun: {
            changes: components["schemas"]["Difference"][];
            /** @constant */
            dry_run: true;
            touches: {
                environment: string;
                feature: string;
                protected: boolean;
            }[];
            touches_omitted: number;
        };
        Environment: {
            allowed_origins: string[];
            datafile_personal_data: boolean;
            has_signing_secret: boolean;
            name: string;
            position: number;
            protected: boolean;
            require_signed_users: boolean;
            slug: string;
        };
        EnvironmentDocument: {
            allowed_origins?: components["schemas"]["AllowedOrigins"];
            api_keys?: (string | {
                key: string;
                /** @enum {string} */
                kind?: "server" | "client" | "datafile";
                name?: string;
            })[];
            datafile_personal_data?: boolean;
            name?: string;
            protected?: boolean;
            require_signed_users?: boolean;
            slug: string;
        };
        EnvironmentEvaluations: {
            counted_since: string | null;
            environment: string;
            last_7_days: {
                count: number;
                /** @enum {string} */
                reason: "targeting_rule_matched" | "self_targeting_override" | "default_variation" | "no_rule_matched" | "feature_complete" | "targeting_disabled" | "variable_not_found";
                share: number;
                variable: string;
                variation: string | null;
            }[];
            last_evaluated_at: string | null;
        };
        EnvironmentEvaluationsPage: {
            items: components["schemas"]["EnvironmentEvaluations"][];
            next_cursor: string | null;
        };
        EnvironmentKey: {
            /** Format: date-time */
            created_at: string;
            created_by: string | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "server" | "client" | "datafile";
            last_four: string;
            last_used_at: string | null;
            name: string | null;
            revoked_at: string | null;
        };
        EnvironmentKeyPage: {
            items: components["schemas"]["EnvironmentKey"][];
            next_cursor: string | null;
        };
        EnvironmentPage: {
            items: components["schemas"]["Environment"][];
            next_cursor: string | null;
        };
        Estimate: {
            estimate: number;
            high: number;
            low: number;
        };
        EvaluationCount: {
            /** @enum {string} */
            asked: "named" | "all";
            buckets?: {
                /** Format: date-time */
                begins_at: string;
                count: number;
            }[];
            count: number;
            feature: string;
            /** Format: date-time */
            last_evaluated_at: string;
            /** @enum {string} */
            reason: "targeting_rule_matched" | "self_targeting_override" | "default_variation" | "no_rule_matched" | "feature_complete" | "targeting_disabled" | "variable_not_found";
            variable: string;
            variation: string | null;
        };
        EventName: {
            count: number;
            event: string;
            last_at: string | null;
        };
        EventNamePage: {
            items: components["schemas"]["EventName"][];
            next_cursor: string | null;
        };
        EventSummary: {
            buckets?: {
                begins_at: string;
                count: number;
                users: number;
                value: {
                    count: number;
                    mean: number | null;
                    sum: number | null;
                };
                verified_share: number;
            }[];
            count: number;
            event: string;
            feature: string;
            users: number;
            value: {
                count: number;
                mean: number | null;
                sum: number | null;
            };
            variable: string;
            variation: string;
            verified_share: number;
        };
        ExperimentResult: {
            conversion_rate: components["schemas"]["Estimate"] | null;
            converted: number;
            mean_value: {
                count: number;
                estimate: number;
                high: number | null;
                low: number | null;
            } | null;
            participants: number;
            variation: string;
            versus_baseline: {
                difference: components["schemas"]["Estimate"];
                is_significant: boolean;
                p_value: number;
                relative: number | null;
            } | null;
        };
        ExplainedAttribute: {
            compared: unknown;
            given: unknown;
            /** @enum {string} */
            reason?: "not_a_text" | "not_a_number" | "not_a_boolean" | "not_a_list" | "not_a_version" | "not_a_date" | "not_an_address" | "not_a_path";
            /** @enum {string} */
            state: "present" | "missing" | "wrong_type" | "too_long";
        };
        ExplainedCondition: {
            attribute: components["schemas"]["ExplainedAttribute"] | null;
            custom_key?: string;
            holds: boolean;
            ignore_case?: boolean;
            malformed: boolean;
            operator?: components["schemas"]["Operator"];
            property?: components["schemas"]["Property"];
            segments?: {
                exists: boolean;
                holds: boolean;
                slug: string;
            }[];
            values?: unknown[];
            values_omitted?: number;
        };
        ExplainedRule: {
            any_of: {
                all_of: components["schemas"]["ExplainedCondition"][];
                conditions_omitted?: number;
                holds: boolean;
            }[];
            bucketing: {
                attribute: string | null;
                bucket_by: string[];
                key: string | null;
            } | null;
            decides: boolean;
            enabled: boolean;
            groups_omitted?: number;
            matches: boolean;
            name: string;
            number: number;
            /** @enum {string} */
            outcome: "serves" | "disabled" | "malformed" | "not_matched" | "outside_schedule" | "no_bucketing_key" | "outside_rollout";
            rollout: {
                bucket: number | null;
                passes: boolean;
                percentage: number;
            } | null;
            schedule: {
                from: string | null;
                /** @enum {string} */
                state: "early" | "open" | "over";
                to: string | null;
            } | null;
            serves: string | null;
            split: {
                bucket: number | null;
                ranges: {
                    below: number;
                    from: number;
                    hit: boolean;
                    variation: string;
                    weight: number;
                }[];
            } | null;
        };
        ExplainedSegment: {
            any_of: {
                all_of: {
                    attribute: components["schemas"]["ExplainedAttribute"] | null;
                    custom_key?: string;
                    holds: boolean;
                    ignore_case?: boolean;
                    malformed: boolean;
                    operator?: components["schemas"]["Operator"];
                    property?: components["schemas"]["Property"];
                    values?: unknown[];
                    values_omitted?: number;
                }[];
                conditions_omitted?: number;
                holds: boolean;
            }[];
            exists: boolean;
            groups_omitted?: number;
            holds: boolean;
            slug: string;
        };
        Explanation: {
            at: string;
            decided_by: {
                line: number;
                rule: number | null;
                test: string;
            };
            feature: {
                default: string | null;
                override: string | null;
                slug: string;
                /** @enum {string} */
                status: "live" | "complete" | "archived";
                /** @enum {string} */
                targeting: "none" | "off" | "on";
            } | null;
            limits_exceeded: {
                actual: number;
                id: string;
                /** @enum {string} */
                kind: "feature" | "segment";
                limit: string;
                most: number;
                path: string | null;
            }[];
            result: {
                feature: string | null;
                key: string;
                reason: string;
                value: unknown;
                variation: string | null;
            };
            rules: components["schemas"]["ExplainedRule"][];
            rules_omitted: number;
            segments: components["schemas"]["ExplainedSegment"][];
        };
        Feature: {
            /** Format: date-time */
            created_at: string;
            description: string;
            expected_until: string | null;
            gone_owners: string[];
            /** @enum {string} */
            kind: "release" | "experiment" | "operational" | "permission" | "kill_switch";
            links: components["schemas"]["Link"][];
            manager: string | null;
            name: string;
            owners: string[];
            permanent: boolean | null;
            slug: string;
            snoozed_until: string | null;
            /** @enum {string} */
            status: "live" | "complete" | "archived";
            tags: string[];
            /** Format: date-time */
            updated_at: string;
            variables: components["schemas"]["Variable"][];
            variations: components["schemas"]["Variation"][];
        };
        FeatureDocument: {
            description?: string;
            environments?: {
                [key: string]: components["schemas"]["ServedInput"];
            };
            expected_until?: string | null;
            /** @enum {string} */
            kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
            links?: components["schemas"]["LinkInput"][];
            manager?: string | null;
            name?: string;
            owners?: string[];
            permanent?: boolean | null;
            salt?: string;
            slug: string;
            snoozed_until?: string | null;
            /** @enum {string} */
            status?: "live" | "complete" | "archived" | "deleted";
            tags?: string[];
            variables?: components["schemas"]["VariableInput"][];
            variations?: components["schemas"]["VariationInput"][];
        };
        FeatureInput: {
            description: string;
            expected_until: string | null;
            /** @enum {string} */
            kind: "release" | "experiment" | "operational" | "permission" | "kill_switch";
            links: components["schemas"]["Link"][];
            manager: string | null;
            name: string;
            owners: string[];
            permanent: boolean | null;
            slug: string;
            snoozed_until: string | null;
            /** @enum {string} */
            status: "live" | "complete" | "archived";
            tags: string[];
            variables: components["schemas"]["Variable"][];
            variations: components["schemas"]["Variation"][];
        };
        FeatureUse: {
            environment: string;
            protected: boolean;
            variations: string[];
        };
        FeatureUsePage: {
            items: components["schemas"]["FeatureUse"][];
            next_cursor: string | null;
        };
        InvitationLink: {
            token: string;
            url: string;
        };
        LastChange: {
            /** Format: date-time */
            at: string;
            by: string;
        };
        LastDelivery: {
            /** Format: date-time */
            attempted_at: string;
            error: string | null;
            /** Format: uuid */
            id: string;
            response_status: number | null;
            succeeded: boolean;
            type: string;
        };
        Link: {
            title?: string;
            url: string;
        };
        LinkInput: {
            title?: string;
            url: string;
        };
        ListedEnvironment: {
            name: string;
            protected: boolean;
            slug: string;
        };
        ListedFeature: {
            changed: components["schemas"]["LastChange"] | null;
            /** Format: date-time */
            created_at: string;
            description: string;
            environments: {
                [key: string]: components["schemas"]["ServedSummary"];
            };
            expected_until: string | null;
            gone_owners: string[];
            /** @enum {string} */
            kind: "release" | "experiment" | "operational" | "permission" | "kill_switch";
            last_evaluated_at: string | null;
            links: components["schemas"]["Link"][];
            manager: string | null;
            name: string;
            owners: string[];
            permanent: boolean | null;
            referenced: boolean | null;
            slug: string;
            snoozed_until: string | null;
            /** @enum {string} */
            status: "live" | "complete" | "archived";
            tags: string[];
            /** Format: date-time */
            updated_at: string;
            variables: components["schemas"]["Variable"][];
            variations: {
                name: string;
                slug: string;
            }[];
        };
        ListedFeaturePage: {
            items: components["schemas"]["ListedFeature"][];
            next_cursor: string | null;
            total?: number;
        };
        ListedProject: {
            advice: components["schemas"]["AdviceSettings"];
            client_by_default: boolean;
            environments: components["schemas"]["ListedEnvironment"][];
            feature_count: number;
            name: string;
            naming: components["schemas"]["Naming"] | null;
            slug: string;
        };
        ListedProjectPage: {
            items: components["schemas"]["ListedProject"][];
            next_cursor: string | null;
        };
        ListedSegment: {
            any_of: components["schemas"]["ConditionGroup"][];
            /** Format: date-time */
            created_at: string;
            name: string;
            slug: string;
            /** Format: date-time */
            updated_at: string;
            use_count: number;
        };
        ListedSegmentPage: {
            items: components["schemas"]["ListedSegment"][];
            next_cursor: string | null;
        };
        Member: {
            email: string;
            expires_at: string | null;
            invited_by: string | null;
            last_seen_at: string | null;
            name: string;
            /** @enum {string} */
            role: "viewer" | "member" | "admin" | "owner";
            /** Format: date-time */
            since: string;
            /** @enum {string} */
            status: "member" | "invited";
        };
        MemberPage: {
            items: components["schemas"]["Member"][];
            next_cursor: string | null;
        };
        MergeConflict: {
            base: unknown;
            message: string;
            now: unknown;
            path: string;
            wanted: unknown;
        };
        Naming: {
            features?: string;
            hint?: string;
            variables?: string;
        };
        NewApiToken: {
            /** Format: date-time */
            created_at: string;
            created_by: string | null;
            created_by_left: boolean;
            /** Format: uuid */
            id: string;
            last_four: string;
            last_used_at: string | null;
            name: string;
            revoked_at: string | null;
            scopes: ("code_references" | "settings" | "members")[];
            token: string;
        };
        NewEnvironmentKey: {
            /** Format: date-time */
            created_at: string;
            created_by: string | null;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            key: string;
            /** @enum {string} */
            kind: "server" | "client" | "datafile";
            last_four: string;
            last_used_at: string | null;
            name: string | null;
            revoked_at: null;
        };
        NewMember: {
            email: string;
            expires_at: string | null;
            invitation: components["schemas"]["InvitationLink"] | null;
            invited_by: string | null;
            last_seen_at: string | null;
            name: string;
            /** @enum {string} */
            role: "viewer" | "member" | "admin" | "owner";
            /** Format: date-time */
            since: string;
            /** @enum {string} */
            status: "member" | "invited";
        };
        NewWebhookEndpoint: {
            /** Format: date-time */
            created_at: string;
            description: string;
            enabled: boolean;
            events: components["schemas"]["WebhookSelection"];
            failing_since: string | null;
            held_since: string | null;
            /** Format: uuid */
            id: string;
            last_delivery: components["schemas"]["LastDelivery"] | null;
            secret: string;
            url: string;
        };
        /** @enum {string} */
        Operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
        Organisation: {
            name: string;
            /** @enum {string} */
            plan: "free" | "starter" | "business" | "enterprise";
            slug: string;
            /** @enum {string} */
            status: "active" | "suspended" | "inactive";
        };
        OrganisationUsage: {
            mau_cap: number | null;
            mau_used: number;
            month: string;
            /** @enum {string} */
            plan: "free" | "starter" | "business" | "enterprise";
            rate_limit_per_minute: number | null;
            /** @enum {string} */
            status: "active" | "suspended" | "inactive";
            stored_bytes_cap: number;
            stored_bytes_used: number;
        };
        Override: {
            /** Format: date-time */
            created_at: string;
            created_by: string | null;
            note: string | null;
            user_id: string;
            variation: string;
        };
        OverridePage: {
            items: components["schemas"]["Override"][];
            next_cursor: string | null;
        };
        OwnOrganisation: {
            name: string;
            /** @enum {string} */
            plan: "free" | "starter" | "business" | "enterprise";
            projects: {
                environments: components["schemas"]["ListedEnvironment"][];
                feature_count: number;
                name: string;
                slug: string;
            }[];
            /** @enum {string} */
            role: "viewer" | "member" | "admin" | "owner";
            slug: string;
            /** @enum {string} */
            status: "active" | "suspended" | "inactive";
        };
        OwnOrganisationPage: {
            items: components["schemas"]["OwnOrganisation"][];
            next_cursor: string | null;
        };
        Pin: {
            user_id: string;
            variation: string;
        };
        PinInput: {
            note?: string;
            variation: string;
        };
        PinPage: {
            items: components["schemas"]["Pin"][];
            next_cursor: string | null;
        };
        Project: {
            advice: components["schemas"]["AdviceSettings"];
            client_by_default: boolean;
            name: string;
            naming: components["schemas"]["Naming"] | null;
            slug: string;
        };
        ProjectCodeReference: {
            commit_sha: string | null;
            feature: string | null;
            file: string;
            /** Format: date-time */
            first_seen_at: string;
            /** Format: date-time */
            last_seen_at: string;
            line_number: number | null;
            /** @enum {string} */
            provider: "github" | "gitlab" | "bitbucket";
            repository: string;
            snippet: string | null;
            /** @enum {string} */
            state: "recorded" | "stale";
            url: string | null;
            variable: string;
        };
        ProjectCodeReferencePage: {
            items: components["schemas"]["ProjectCodeReference"][];
            next_cursor: string | null;
        };
        ProjectDocument: {
            advice?: components["schemas"]["AdviceSettingsInput"] | null;
            client_by_default?: boolean;
            environments?: components["schemas"]["EnvironmentDocument"][];
            features?: components["schemas"]["FeatureDocument"][];
            name?: string;
            naming?: components["schemas"]["Naming"] | null;
            segments?: components["schemas"]["SegmentDocument"][];
            slug: string;
        };
        ProjectImport: {
            advice?: components["schemas"]["AdviceSettingsInput"] | null;
            client_by_default?: boolean;
            environments?: components["schemas"]["EnvironmentDocument"][];
            features?: components["schemas"]["FeatureDocument"][];
            name?: string;
            naming?: components["schemas"]["Naming"] | null;
            prune?: boolean;
            segments?: components["schemas"]["SegmentDocument"][];
            slug?: string;
        };
        /** @enum {string} */
        Property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
        Repository: {
            branch: string;
            commit_sha: string | null;
            id: string;
            /** @enum {string} */
            provider: "github" | "gitlab" | "bitbucket";
            references: number;
            repository: string;
            snapshot_at: string | null;
            unknown_keys: number;
            url: string;
        };
        RepositoryPage: {
            items: components["schemas"]["Repository"][];
            next_cursor: string | null;
        };
        Rollout: {
            percentage?: number;
            stages?: components["schemas"]["Stage"][];
        };
        Rule: {
            any_of?: components["schemas"]["ConditionGroup"][];
            enabled?: boolean;
            name?: string;
            rollout?: components["schemas"]["Rollout"] | null;
            schedule?: components["schemas"]["Schedule"] | null;
            serve: components["schemas"]["Serve"];
        };
        Schedule: {
            from?: string | null;
            to?: string | null;
        };
        SearchResult: {
            endpoint: string | null;
            feature: string | null;
            /** @enum {string} */
            kind: "feature" | "variable" | "segment" | "environment" | "project" | "member" | "webhook_endpoint" | "change" | "delivery";
            name: string;
            project: string | null;
            rank: number;
            slug: string;
        };
        Segment: {
            any_of: components["schemas"]["ConditionGroup"][];
            /** Format: date-time */
            created_at: string;
            name: string;
            slug: string;
            /** Format: date-time */
            updated_at: string;
        };
        SegmentDocument: {
            any_of: components["schemas"]["ConditionGroup"][];
            name?: string;
            slug: string;
        };
        SegmentInput: {
            any_of: components["schemas"]["ConditionGroup"][];
            name: string;
        };
        SegmentUse: {
            environment: string;
            feature: string;
            feature_name: string;
            protected: boolean;
            rule: number;
            rule_name: string;
        };
        SegmentUsePage: {
            items: components["schemas"]["SegmentUse"][];
            next_cursor: string | null;
        };
        Serve: {
            bucket_by?: string[];
            split?: components["schemas"]["Share"][];
            variation?: string;
        };
        Served: {
            defaults: {
                [key: string]: string | null;
            };
            overrides: {
                count: number;
            } & components["schemas"]["PinPage"];
            targeting: components["schemas"]["Targeting"] | null;
            version: number;
        };
        ServedInput: {
            defaults?: {
                [key: string]: string | null;
            };
            overrides?: {
                [key: string]: string | null;
            };
            targeting?: components["schemas"]["Targeting"] | null;
        };
        ServedSummary: {
            changed: components["schemas"]["LastChange"] | null;
            defaults: {
                [key: string]: string;
            };
            override_count: number;
            rule_count: number;
            rules: {
                enabled: boolean;
                name: string;
                serves: {
                    variation: string;
                    weight: number;
                }[];
            }[];
            /** @enum {string} */
            targeting: "none" | "off" | "on";
        };
        Session: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            id: string;
            ip_address: string | null;
            is_current: boolean;
            last_seen_at: string | null;
            user_agent: string | null;
        };
        SessionPage: {
            items: components["schemas"]["Session"][];
            next_cursor: string | null;
        };
        Share: {
            variation: string;
            weight: number;
        };
        Stage: {
            at: string;
            percentage: number;
        };
        Targeting: {
            enabled?: boolean;
            rules?: components["schemas"]["Rule"][];
        };
        UnknownKey: {
            archived_feature: string | null;
            count: number;
            /** Format: date-time */
            first_at: string;
            key: string;
            /** Format: date-time */
            last_at: string;
            server_last_at: string | null;
        };
        UnknownKeyPage: {
            items: components["schemas"]["UnknownKey"][];
            next_cursor: string | null;
        };
        UnknownReference: {
            file: string;
            key: string;
            line_number: number | null;
            references: number;
            url: string | null;
        };
        UnknownReferencePage: {
            items: components["schemas"]["UnknownReference"][];
            next_cursor: string | null;
        };
        UnreferencedVariable: {
            feature: string;
            /** @enum {string} */
            feature_status: "live" | "complete" | "archived";
            last_seen_at: string | null;
            slug: string;
        };
        UnreferencedVariablePage: {
            items: components["schemas"]["UnreferencedVariable"][];
            next_cursor: string | null;
        };
        UsageHistory: {
            days: {
                day: string;
                mau_used: number;
            }[];
            items: {
                mau_used: number;
                month: string;
            }[];
        };
        UserOverride: {
            /** Format: date-time */
            created_at: string;
            created_by: string | null;
            feature: string;
            feature_name: string;
            note: string | null;
            variation: string;
        };
        UserOverridePage: {
            items: components["schemas"]["UserOverride"][];
            next_cursor: string | null;
        };
        Variable: {
            client: boolean;
            constraints: components["schemas"]["Constraints"] | null;
            description: string;
            slug: string;
            /** @enum {string} */
            type: "boolean" | "number" | "string" | "json";
        };
        VariableInput: {
            client?: boolean;
            constraints?: components["schemas"]["Constraints"] | null;
            description?: string;
            slug: string;
            /** @enum {string} */
            type: "boolean" | "number" | "string" | "json";
        };
        Variation: {
            name: string;
            slug: string;
            values: {
                [key: string]: unknown;
            };
        };
        VariationInput: {
            name?: string;
            slug: string;
            values?: {
                [key: string]: unknown;
            };
        };
        WebhookAttempt: {
            duration_ms: number;
            error: string | null;
            number: number;
            request_headers: {
                [key: string]: string;
            } | null;
            response_body: string | null;
            response_status: number | null;
            /** Format: date-time */
            started_at: string;
            succeeded: boolean;
        };
        WebhookDelivery: {
            attempt_count: number;
            /** Format: date-time */
            created_at: string;
            duration_ms: number | null;
            finished_at: string | null;
            /** Format: uuid */
            id: string;
            last_attempt_at: string | null;
            next_attempt_at: string | null;
            response_status: number | null;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            type: string;
        };
        WebhookDeliveryPage: {
            items: components["schemas"]["WebhookDelivery"][];
            next_cursor: string | null;
        };
        WebhookDeliveryWithAttempts: {
            attempt_count: number;
            attempts: components["schemas"]["WebhookAttempt"][];
            body: string;
            /** Format: date-time */
            created_at: string;
            duration_ms: number | null;
            finished_at: string | null;
            /** Format: uuid */
            id: string;
            last_attempt_at: string | null;
            next_attempt_at: string | null;
            response_status: number | null;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            type: string;
        };
        WebhookEndpoint: {
            /** Format: date-time */
            created_at: string;
            description: string;
            enabled: boolean;
            events: components["schemas"]["WebhookSelection"];
            failing_since: string | null;
            held_since: string | null;
            /** Format: uuid */
            id: string;
            last_delivery: components["schemas"]["LastDelivery"] | null;
            url: string;
        };
        WebhookEndpointPage: {
            items: components["schemas"]["WebhookEndpoint"][];
            next_cursor: string | null;
        };
        WebhookEventKind: {
            description: string;
            /** @enum {string} */
            kind: "feature.created" | "feature.updated" | "feature.archived" | "feature.deleted" | "targeting.updated" | "variation.changed" | "member.joined" | "member.removed" | "advice.reported" | "endpoint.test";
            sample: {
                [key: string]: unknown;
            };
        };
        WebhookSelection: ("*" | "feature.created" | "feature.updated" | "feature.archived" | "feature.deleted" | "variation.changed" | "targeting.updated" | "member.joined" | "member.removed" | "advice.reported")[];
        WhoAmI: {
            account: {
                email: string;
                has_password: boolean;
                name: string;
            } | null;
            expires_at: string | null;
            organisations: {
                name: string;
                permissions: ("read" | "comment" | "define" | "serve" | "serve-protected" | "manage-projects" | "leave" | "manage-organisation" | "manage-people" | "read-receivers" | "manage-owners")[];
                /** @enum {string} */
                role: "viewer" | "member" | "admin" | "owner";
                slug: string;
            }[];
        };
        WholeServed: {
            defaults: {
                [key: string]: string | null;
            };
            targeting: components["schemas"]["WholeTargeting"] | null;
        };
        WholeTargeting: {
            enabled: boolean;
            rules: components["schemas"]["Rule"][];
        };
    };
    responses: never;
    parameters: {
        comment: string;
        Comment: string;
        Cursor: string;
        delivery: string;
        DryRun: boolean;
        email: string;
        env: string;
        feature: string;
        id: string;
        "If-Match": string;
        Limit: number;
        org: string;
        project: string;
        segment: string;
        token: string;
        user_id: string;
        variable: string;
        variation: string;
    };
    requestBodies: never;
    headers: {
        "Change-Id": string;
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    changeYourOwnName: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhoAmI"];
                };
            };
        };
    };
    changeYourOwnPassword: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    current_password: string;
                    new_password: string;
                };
            };
        };
        responses: {
            204: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listYourOwnSessionsOldestFirst: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
        };
    };
    signOutEverywhere: {
        parameters: {
            query?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endOneOfYourOwnSessions: {
        parameters: {
            query?: never;
            path: {
                id: components["parameters"]["id"];
            };
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    signUp: {
        parameters: {
            query?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    name: string;
                    password: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhoAmI"];
                };
            };
        };
    };
    tellWhatInvitationIsFor: {
        parameters: {
            query?: never;
            path: {
                token: components["parameters"]["token"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /** Format: date-time */
                        expires_at: string;
                        has_account: boolean;
                        invited_by: string | null;
                        organisation: {
                            name: string;
                            slug: string;
                        };
                        /** @enum {string} */
                        role: "viewer" | "member" | "admin" | "owner";
                    };
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                token: components["parameters"]["token"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    password?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhoAmI"];
                };
            };
        };
    };
    listOrganisationsThatCallerBelongsTo: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnOrganisationPage"];
                };
            };
        };
    };
    createOrganisationCallerBecomesItsOwner: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    slug: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
        };
    };
    readOrganisation: {
        parameters: {
            query?: never;
            path: {
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
        };
    };
    renameOrganisation: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                org: components["parameters"]["org"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
        };
    };
    listTokensOfOrganisationThoseThatWereRevokedToo: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            path: {
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiTokenPage"];
                };
            };
        };
    };
    makeTokenForScripts: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                org: components["parameters"]["org"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    scopes: ("code_references" | "settings" | "members")[];
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiToken"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    tellWhoChangedWhatBeforeAndAfterNewestFirst: {
        parameters: {
            query?: {
                action?: string;
                actor?: string;
                change_id?: string;
                cursor?: components["parameters"]["Cursor"];
                environment?: string;
                feature?: string;
                from?: string;
                limit?: components["parameters"]["Limit"];
                project?: string;
                source?: "session" | "api_token" | "staff" | "import" | "bootstrap";
                text?: string;
                to?: string;
            };
            path: {
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditRecordPage"];
                };
            };
        };
    };
    readRecordOfAuditLogHoweverLargeItIs: {
        parameters: {
            query?: never;
            path: {
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditRecord"];
                };
            };
        };
    };
    listCommentsOfAuditRecordOldestFirst: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            path: {
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentPage"];
                };
            };
        };
    };
    commentAuditRecord: {
        parameters: {
            query?: never;
            path: {
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    text: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
        };
    };
    deleteCommentOfYourOwn: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                comment: components["parameters"]["comment"];
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    editCommentOfYourOwn: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                comment: components["parameters"]["comment"];
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    text: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
        };
    };
    revertChangeThatRecordOfAuditLogIsPartOf: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            path: {
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    only?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change_id: string | null;
                        changes: components["schemas"]["Difference"][];
                        dry_run: boolean;
                        touches?: {
                            environment: string;
                            feature: string;
                            protected: boolean;
                        }[];
                        touches_omitted?: number;
                    };
                };
            };
        };
    };
    followWhatIsChangedInOrganisation: {
        parameters: {
            query?: never;
            path: {
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listMembersAndOpenInvitationsByAddress: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            path: {
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
        };
    };
    addMember: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                org: components["parameters"]["org"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /** @enum {string} */
                    role: "viewer" | "member" | "admin" | "owner";
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewMember"];
                };
            };
        };
    };
    removeMemberOrWithdrawInvitation: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                email: components["parameters"]["email"];
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    giveMemberAnotherRole: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                email: components["parameters"]["email"];
                org: components["parameters"]["org"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "viewer" | "member" | "admin" | "owner";
                    /** @enum {string} */
                    was?: "viewer" | "member" | "admin" | "owner";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    listProjectsOfOrganisation: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            path: {
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedProjectPage"];
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                org: components["parameters"]["org"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    client_by_default?: boolean;
                    name?: string;
                    naming?: components["schemas"]["Naming"] | null;
                    slug: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    readProject: {
        parameters: {
            query?: never;
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    deleteProjectAndEverythingInIt: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            204: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renameProject: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    advice?: components["schemas"]["AdviceSettingsInput"] | null;
                    client_by_default?: boolean;
                    name?: string;
                    naming?: components["schemas"]["Naming"] | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    listFeaturesThatMayHaveHadTheirTime: {
        parameters: {
            query?: {
                certain?: boolean;
                cursor?: components["parameters"]["Cursor"];
                kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                limit?: components["parameters"]["Limit"];
                owner?: string;
                tag?: string;
                verdict?: "delete" | "archive" | "remove_code" | "finish" | "keep";
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdvicePage"];
                };
            };
        };
    };
    listWhatStandsInCodeOfProject: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
                state?: "recorded" | "stale";
                text?: string;
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectCodeReferencePage"];
                };
            };
        };
    };
    listEnvironmentsOfProjectByPositionThenSlug: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentPage"];
                };
            };
        };
    };
    createEnvironment: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    allowed_origins?: components["schemas"]["AllowedOrigins"];
                    datafile_personal_data?: boolean;
                    name?: string;
                    protected?: boolean;
                    require_signed_users?: boolean;
                    slug: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
        };
    };
    readEnvironment: {
        parameters: {
            query?: never;
            path: {
                env: components["parameters"]["env"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
        };
    };
    deleteEnvironmentWithItsKeysAndAllThatItServes: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                env: components["parameters"]["env"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            204: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renameEnvironmentProtectItOpenItOrMoveIt: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                env: components["parameters"]["env"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    allowed_origins?: components["schemas"]["AllowedOrigins"];
                    datafile_personal_data?: boolean;
                    name?: string;
                    position?: number;
                    protected?: boolean;
                    require_signed_users?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
        };
    };
    listKeysOfEnvironmentThoseThatWereRevokedToo: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            path: {
                env: components["parameters"]["env"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentKeyPage"];
                };
            };
        };
    };
    makeKeyForEnvironment: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                env: components["parameters"]["env"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind?: "server" | "client" | "datafile";
                    name?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewEnvironmentKey"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                env: components["parameters"]["env"];
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renameKey: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                env: components["parameters"]["env"];
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentKey"];
                };
            };
        };
    };
    countEvaluationsOfEnvironment: {
        parameters: {
            query?: {
                bucket?: "hour" | "day";
                cursor?: components["parameters"]["Cursor"];
                feature?: string;
                from?: string;
                limit?: components["parameters"]["Limit"];
                to?: string;
                variable?: string;
            };
            path: {
                env: components["parameters"]["env"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        counted_since: string | null;
                        items: components["schemas"]["EvaluationCount"][];
                        next_cursor: string | null;
                        /** Format: date-time */
                        up_to: string;
                    };
                };
            };
        };
    };
    listNamesOfEventsOfEnvironment: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
                variable?: string;
            };
            path: {
                env: components["parameters"]["env"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventNamePage"];
                };
            };
        };
    };
    readResultsOfExperiment: {
        parameters: {
            query: {
                baseline?: string;
                confidence?: number;
                conversion: string;
                exposure?: string;
                variable: string;
            };
            path: {
                env: components["parameters"]["env"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        baseline: string | null;
                        confidence: number;
                        results: components["schemas"]["ExperimentResult"][];
                        up_to_date: boolean;
                        variable: string;
                    };
                };
            };
        };
    };
    summariseEventsOfEnvironment: {
        parameters: {
            query?: {
                bucket?: "hour" | "day";
                cursor?: components["parameters"]["Cursor"];
                event?: string;
                from?: string;
                limit?: components["parameters"]["Limit"];
                to?: string;
                variable?: string;
            };
            path: {
                env: components["parameters"]["env"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["EventSummary"][];
                        next_cursor: string | null;
                        up_to_date: boolean;
                    };
                };
            };
        };
    };
    explainValueOfVariableForUser: {
        parameters: {
            query?: never;
            path: {
                env: components["parameters"]["env"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    as_if?: components["schemas"]["AsIf"];
                    at?: string;
                    user?: Record<string, never> | null;
                    variable: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
        };
    };
    listWhatIsPinnedForUserInEnvironment: {
        parameters: {
            query: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
                user_id: string;
            };
            path: {
                env: components["parameters"]["env"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserOverridePage"];
                };
            };
        };
    };
    previewWhatSomeUsersWouldGet: {
        parameters: {
            query?: never;
            path: {
                env: components["parameters"]["env"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    as_if?: components["schemas"]["AsIf"];
                    feature: string;
                    users: (Record<string, never> | null)[];
                    variable?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        after: {
                            [key: string]: number;
                        };
                        before: {
                            [key: string]: number;
                        };
                        moved: {
                            from: string | null;
                            index: number;
                            to: string | null;
                        }[];
                        rules: {
                            matched: number;
                            matches: number[];
                            name: string;
                            served: number;
                        }[];
                        users: number;
                    };
                };
            };
        };
    };
    makeSigningSecretForEnvironment: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                env: components["parameters"]["env"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        created_at: string;
                        secret: string;
                    };
                };
            };
        };
    };
    listKeysThatApplicationsAskForAndThatHaveNoVariable: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            path: {
                env: components["parameters"]["env"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnknownKeyPage"];
                };
            };
        };
    };
    tellWhatEnvironmentHasStoredOfItsLimits: {
        parameters: {
            query?: never;
            path: {
                env: components["parameters"]["env"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_keys: {
                            limit: number;
                            used: number;
                        };
                        bytes: {
                            limit: number;
                            used: number;
                        };
                        environments: {
                            limit: number;
                            used: number;
                        };
                        features: {
                            limit: number;
                            used: number;
                        };
                        heaviest_features: {
                            bytes: number;
                            bytes_limit: number;
                            cost_us: number;
                            cost_us_limit: number;
                            feature: string;
                            limits_exceeded: string[];
                            longest_searched_text: number | null;
                        }[];
                        segments: {
                            limit: number;
                            used: number;
                        };
                    };
                };
            };
        };
    };
    exportProjectAsOneDocument: {
        parameters: {
            query?: never;
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectDocument"];
                    "application/yaml": components["schemas"]["ProjectDocument"];
                };
            };
        };
    };
    listFeaturesOfProjectWithWhatEveryEnvironmentServesOfThem: {
        parameters: {
            query?: {
                count?: boolean;
                cursor?: components["parameters"]["Cursor"];
                env?: string;
                kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                limit?: components["parameters"]["Limit"];
                not_evaluated_for_days?: number;
                order?: "asc" | "desc";
                owner?: string;
                permanent?: boolean;
                referenced?: boolean;
                sort?: "slug" | "name" | "updated_at" | "last_evaluated_at";
                state?: "none" | "off" | "on";
                status?: string;
                tag?: string;
                text?: string;
                with?: "last_evaluated_at";
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedFeaturePage"];
                };
            };
        };
    };
    createFeature: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    environments?: {
                        [key: string]: components["schemas"]["ServedInput"];
                    };
                    expected_until?: string | null;
                    /** @enum {string} */
                    kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                    links?: components["schemas"]["LinkInput"][];
                    manager?: string | null;
                    name?: string;
                    owners?: string[];
                    permanent?: boolean | null;
                    slug: string;
                    snoozed_until?: string | null;
                    tags?: string[];
                    variables?: components["schemas"]["VariableInput"][];
                    variations?: components["schemas"]["VariationInput"][];
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feature"];
                };
            };
        };
    };
    readFeature: {
        parameters: {
            query?: never;
            path: {
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feature"];
                };
            };
        };
    };
    replaceVariablesAndVariationsOfFeature: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    variables: {
                        client?: boolean;
                        constraints?: components["schemas"]["Constraints"] | null;
                        description?: string;
                        slug: string;
                        /** @enum {string} */
                        type: "boolean" | "number" | "string" | "json";
                        was?: string | null;
                    }[];
                    variations: {
                        name?: string;
                        slug: string;
                        values?: {
                            [key: string]: unknown;
                        };
                        was?: string | null;
                    }[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feature"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    deleteFeatureWithAllThatIsServedOfIt: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            204: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeSlugNameDescriptionStatusOrMetadataOfFeature: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    expected_until?: string | null;
                    /** @enum {string} */
                    kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                    links?: components["schemas"]["LinkInput"][];
                    manager?: string | null;
                    name?: string;
                    owners?: string[];
                    permanent?: boolean | null;
                    slug?: string;
                    snoozed_until?: string | null;
                    /** @enum {string} */
                    status?: "live" | "complete" | "archived";
                    tags?: string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feature"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    sayWhetherFeatureMayHaveHadItsTimeAndWhy: {
        parameters: {
            query?: never;
            path: {
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Advice"];
                };
            };
        };
    };
    listWhereVariablesOfFeatureStandInCode: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
                provider?: "github" | "gitlab" | "bitbucket";
                repository?: string;
                state?: "recorded" | "stale";
                variable?: string;
            };
            path: {
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeReferencePage"];
                };
            };
        };
    };
    serveInOneEnvironmentWhatAnotherServes: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    dry_run?: boolean;
                    from: string;
                    to: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: components["schemas"]["Difference"][];
                        dry_run: boolean;
                    };
                };
            };
        };
    };
    readEverythingThatEnvironmentServesForFeature: {
        parameters: {
            query?: never;
            path: {
                env: components["parameters"]["env"];
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Served"];
                };
            };
        };
    };
    replaceTargetingAndDefaultsOfFeatureInEnvironment: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                env: components["parameters"]["env"];
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WholeServed"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Served"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    setDefaultVariationsOfFeatureInEnvironment: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                env: components["parameters"]["env"];
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Served"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    serveOneVariationToEveryone: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                env: components["parameters"]["env"];
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    enable?: boolean;
                    variation: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Served"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    stopServingOneVariationToEveryone: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                env: components["parameters"]["env"];
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            204: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    mergeTargetingAndDefaultsWithWhatSomebodyElseSavedMeanwhile: {
        parameters: {
            query?: never;
            path: {
                env: components["parameters"]["env"];
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    base: components["schemas"]["WholeServed"];
                    take?: {
                        [key: string]: "now" | "wanted";
                    };
                    wanted: components["schemas"]["WholeServed"];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: components["schemas"]["Difference"][];
                        conflicts: components["schemas"]["MergeConflict"][];
                        merged: components["schemas"]["WholeServed"];
                    };
                };
            };
        };
    };
    listOverridesOfFeatureInEnvironment: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
                text?: string;
            };
            path: {
                env: components["parameters"]["env"];
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverridePage"];
                };
            };
        };
    };
    pinVariationsForManyUsersOrRemoveTheirOverrides: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                env: components["parameters"]["env"];
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: string | components["schemas"]["PinInput"] | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Served"] | (components["schemas"]["DryRun"] & {
                        pinned: components["schemas"]["Override"][];
                    });
                };
            };
        };
    };
    pinVariationForUser: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                env: components["parameters"]["env"];
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
                user_id: components["parameters"]["user_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PinInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Served"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    removeOverrideOfUser: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                env: components["parameters"]["env"];
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
                user_id: components["parameters"]["user_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            204: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    serveForFeatureInEnvironmentWhatWasServedAtEarlierTime: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                env: components["parameters"]["env"];
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    at: string;
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change_id: string | null;
                        changes: components["schemas"]["Difference"][];
                        dry_run: boolean;
                    };
                };
            };
        };
    };
    replaceTargetingOfFeatureInEnvironment: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                env: components["parameters"]["env"];
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WholeTargeting"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Served"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    removeTargetingOfFeatureInEnvironment: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                env: components["parameters"]["env"];
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            204: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    switchFeatureOnOrOffInEnvironment: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                env: components["parameters"]["env"];
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Served"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readHowFeatureIsEvaluatedInEachEnvironment: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            path: {
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentEvaluationsPage"];
                };
            };
        };
    };
    mergeFeatureWithWhatSomebodyElseSavedMeanwhile: {
        parameters: {
            query?: never;
            path: {
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    base: components["schemas"]["FeatureInput"];
                    take?: {
                        [key: string]: "now" | "wanted";
                    };
                    wanted: components["schemas"]["FeatureInput"];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: components["schemas"]["Difference"][];
                        conflicts: components["schemas"]["MergeConflict"][];
                        merged: components["schemas"]["FeatureInput"];
                    };
                };
            };
        };
    };
    tellWhereFeatureIsServedWhichVariationsWhichEnvironmentsName: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            path: {
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureUsePage"];
                };
            };
        };
    };
    addVariableToFeature: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    client?: boolean;
                    constraints?: components["schemas"]["Constraints"] | null;
                    description?: string;
                    slug: string;
                    /** @enum {string} */
                    type: "boolean" | "number" | "string" | "json";
                    values?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variable"];
                };
            };
        };
    };
    deleteVariableWithItsValuesAndDefaults: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
                variable: components["parameters"]["variable"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            204: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeSlugDescriptionOrConstraintsOfVariable: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
                variable: components["parameters"]["variable"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    client?: boolean;
                    constraints?: components["schemas"]["Constraints"] | null;
                    description?: string;
                    slug?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variable"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    addVariationToFeature: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VariationInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variation"];
                };
            };
        };
    };
    deleteVariationThatNothingServes: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
                variation: components["parameters"]["variation"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            204: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeSlugNameOrValuesOfVariation: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                feature: components["parameters"]["feature"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
                variation: components["parameters"]["variation"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    slug?: string;
                    values?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variation"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    changeStatusOrTagsOfManyFeatures: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    dry_run?: boolean;
                    features: string[];
                    set: {
                        add_tags?: string[];
                        remove_tags?: string[];
                        /** @enum {string} */
                        status?: "live" | "complete" | "archived";
                    };
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: components["schemas"]["Difference"][];
                        dry_run: boolean;
                        refused: {
                            code: string;
                            error: string;
                            feature: string;
                        }[];
                        touches?: {
                            environment: string;
                            feature: string;
                            protected: boolean;
                        }[];
                        touches_omitted?: number;
                    };
                };
            };
        };
    };
    importDocumentIntoProject: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectImport"];
                "application/yaml": components["schemas"]["ProjectImport"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: components["schemas"]["Difference"][];
                        dry_run: boolean;
                        generated: {
                            /** @enum {string} */
                            kind: "api_key" | "api_token" | "password" | "signing_secret";
                            path: string;
                            subject: string;
                            value: string | null;
                        }[];
                        touches?: {
                            environment: string;
                            feature: string;
                            protected: boolean;
                        }[];
                        touches_omitted?: number;
                        warnings: {
                            message: string;
                            path: string;
                        }[];
                    };
                };
            };
        };
    };
    listRepositoriesThatPushCodeReferences: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepositoryPage"];
                };
            };
        };
    };
    deleteRepositoryWithItsCodeReferences: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listKeysInRepositoryThatNoVariableHas: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            path: {
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnknownReferencePage"];
                };
            };
        };
    };
    listSegmentsOfProject: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedSegmentPage"];
                };
            };
        };
    };
    createSegment: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    any_of: components["schemas"]["ConditionGroup"][];
                    name?: string;
                    slug: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
        };
    };
    readSegment: {
        parameters: {
            query?: never;
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
                segment: components["parameters"]["segment"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
        };
    };
    replaceNameAndConditionsOfSegment: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
                segment: components["parameters"]["segment"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SegmentInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    deleteSegmentThatNoRuleNames: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
                segment: components["parameters"]["segment"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            204: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    mergeSegmentWithWhatSomebodyElseSavedMeanwhile: {
        parameters: {
            query?: never;
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
                segment: components["parameters"]["segment"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    base: components["schemas"]["SegmentInput"];
                    take?: {
                        [key: string]: "now" | "wanted";
                    };
                    wanted: components["schemas"]["SegmentInput"];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: components["schemas"]["Difference"][];
                        conflicts: components["schemas"]["MergeConflict"][];
                        merged: components["schemas"]["SegmentInput"];
                    };
                };
            };
        };
    };
    listRulesThatNameSegment: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
                segment: components["parameters"]["segment"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentUsePage"];
                };
            };
        };
    };
    listInShortWhatEveryEnvironmentServesOfSomeFeatures: {
        parameters: {
            query: {
                features: string;
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            environments: {
                                [key: string]: components["schemas"]["ServedSummary"];
                            };
                            feature: string;
                        }[];
                    };
                };
            };
        };
    };
    listVariablesThatNoRepositoryRefersTo: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
                status?: "live" | "complete" | "archived";
            };
            path: {
                org: components["parameters"]["org"];
                project: components["parameters"]["project"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreferencedVariablePage"];
                };
            };
        };
    };
    findWhatOrganisationHasByPartOfItsName: {
        parameters: {
            query: {
                limit?: number;
                text: string;
            };
            path: {
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SearchResult"][];
                    };
                };
            };
        };
    };
    tellWhatPlanIncludesAndHowMuchOfItIsUsed: {
        parameters: {
            query?: {
                month?: string;
            };
            path: {
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganisationUsage"];
                };
            };
        };
    };
    tellHowManyMonthlyActiveUsersThereWereByMonthAndThisMonthByDay: {
        parameters: {
            query?: {
                months?: number;
            };
            path: {
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageHistory"];
                };
            };
        };
    };
    listWebhookEndpointsOfOrganisation: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            path: {
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointPage"];
                };
            };
        };
    };
    makeWebhookEndpoint: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                org: components["parameters"]["org"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    events: components["schemas"]["WebhookSelection"];
                    url: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhookEndpoint"];
                };
            };
        };
    };
    readWebhookEndpoint: {
        parameters: {
            query?: never;
            path: {
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    deleteWebhookEndpointWithItsDeliveries: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    enabled?: boolean;
                    events?: components["schemas"]["WebhookSelection"];
                    /** @constant */
                    on_hold?: false;
                    url?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    readActivityOfWebhookEndpointHourByHour: {
        parameters: {
            query?: {
                bucket?: "hour";
            };
            path: {
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: date-time */
                            begins_at: string;
                            delivered: number;
                            failed: number;
                            p95_ms: number | null;
                        }[];
                        pending: number;
                    };
                };
            };
        };
    };
    listDeliveriesOfWebhookEndpointNewestFirst: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["Cursor"];
                from?: string;
                limit?: components["parameters"]["Limit"];
                status?: string;
                to?: string;
                type?: "feature.created" | "feature.updated" | "feature.archived" | "feature.deleted" | "targeting.updated" | "variation.changed" | "member.joined" | "member.removed" | "advice.reported" | "endpoint.test";
            };
            path: {
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
        };
    };
    readDeliveryWithItsBodyAndItsAttempts: {
        parameters: {
            query?: never;
            path: {
                delivery: components["parameters"]["delivery"];
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryWithAttempts"];
                };
            };
        };
    };
    sendDeliveryAgainThatEnded: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                delivery: components["parameters"]["delivery"];
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    sendAgainWhatFailedSinceTime: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    dry_run?: boolean;
                    failed_since: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dry_run: boolean;
                        redelivered: number;
                    };
                };
            };
        };
    };
    giveWebhookEndpointNewSigningSecret: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                    };
                };
            };
        };
    };
    sendTestEventToWebhookEndpointAtOnce: {
        parameters: {
            query?: never;
            path: {
                id: components["parameters"]["id"];
                org: components["parameters"]["org"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type?: "feature.created" | "feature.updated" | "feature.archived" | "feature.deleted" | "targeting.updated" | "variation.changed" | "member.joined" | "member.removed" | "advice.reported" | "endpoint.test";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        delivery: string;
                        duration_ms: number;
                        error: string | null;
                        response_body: string | null;
                        response_status: number | null;
                        succeeded: boolean;
                    };
                };
            };
        };
    };
    readPasswordReset: {
        parameters: {
            query?: never;
            path: {
                token: components["parameters"]["token"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /** Format: date-time */
                        expires_at: string;
                    };
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: {
                comment?: components["parameters"]["Comment"];
            };
            path: {
                token: components["parameters"]["token"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            204: {
                headers: {
                    "Change-Id": components["headers"]["Change-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    tellWhoCallerIsAndWhereMemberOfWhatRole: {
        parameters: {
            query?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhoAmI"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhoAmI"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    signInAtOpenIDConnectProvider: {
        parameters: {
            query?: {
                return_to?: string;
            };
        };
        requestBody?: never;
        responses: {
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    comeBackFromOpenIDConnectProvider: {
        parameters: {
            query?: never;
        };
        requestBody?: never;
        responses: {
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    tellHowPeopleMaySignInHereAndWhoMayMakeOrganisations: {
        parameters: {
            query?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        create_organisations: "anyone" | "staff";
                        oidc: {
                            name: string;
                        } | null;
                        /** @enum {string} */
                        sign_up: "open" | "invited" | "closed";
                        signed_in: boolean;
                        version: string;
                    };
                };
            };
        };
    };
    listKindsOfWebhookEvents: {
        parameters: {
            query?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookEventKind"][];
                    };
                };
            };
        };
    };
}
