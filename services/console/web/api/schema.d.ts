// npm run openapi writes this file.
export interface paths {
    "/settings/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["changeYourOwnName"];
        trace?: never;
    };
    "/settings/v1/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changeYourOwnPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listYourOwnSessionsOldestFirst"];
        put?: never;
        post?: never;
        delete: operations["signOutEverywhere"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/account/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["endOneOfYourOwnSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/invitations/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["tellWhatInvitationIsFor"];
        put?: never;
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOrganisationsThatCallerBelongsTo"];
        put?: never;
        post: operations["createOrganisationOnFreePlanCallerBecomesItsOwner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readOrganisation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["renameOrganisation"];
        trace?: never;
    };
    "/settings/v1/organisations/{org}/api-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTokensOfOrganisationThoseThatWereRevokedToo"];
        put?: never;
        post: operations["makeTokenForScripts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/api-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["tellWhoChangedWhatBeforeAndAfterNewestFirst"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/audit-log/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readRecordOfAuditLogHoweverLargeItIs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/audit-log/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCommentsOfAuditRecordOldestFirst"];
        put?: never;
        post: operations["commentAuditRecord"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/audit-log/{id}/comments/{comment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteCommentOfYourOwn"];
        options?: never;
        head?: never;
        patch: operations["editCommentOfYourOwn"];
        trace?: never;
    };
    "/settings/v1/organisations/{org}/audit-log/{id}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revertChangeThatRecordOfAuditLogIsPartOf"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["followWhatIsChangedInOrganisation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMembersAndOpenInvitationsByAddress"];
        put?: never;
        post: operations["addMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/members/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removeMemberOrWithdrawInvitation"];
        options?: never;
        head?: never;
        patch: operations["giveMemberAnotherRole"];
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectsOfOrganisation"];
        put?: never;
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readProject"];
        put?: never;
        post?: never;
        delete: operations["deleteProjectAndEverythingInIt"];
        options?: never;
        head?: never;
        patch: operations["renameProject"];
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/advice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFeaturesThatMayHaveHadTheirTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/code-references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWhatStandsInCodeOfProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEnvironmentsOfProjectByPositionThenSlug"];
        put?: never;
        post: operations["createEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readEnvironment"];
        put?: never;
        post?: never;
        delete: operations["deleteEnvironmentWithItsKeysAndAllThatItServes"];
        options?: never;
        head?: never;
        patch: operations["renameEnvironmentProtectItOpenItOrMoveIt"];
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKeysOfEnvironmentThoseThatWereRevokedToo"];
        put?: never;
        post: operations["makeKeyForEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch: operations["renameKey"];
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/evaluations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countEvaluationsOfEnvironment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/events/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listNamesOfEventsOfEnvironment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/events/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readResultsOfExperiment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/events/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["summariseEventsOfEnvironment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["explainValueOfVariableForUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWhatIsPinnedForUserInEnvironment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewWhatSomeUsersWouldGet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/signing-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["makeSigningSecretForEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/unknown-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKeysThatApplicationsAskForAndThatHaveNoVariable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/environments/{env}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["tellWhatEnvironmentHasStoredOfItsLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportProjectAsOneDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFeaturesOfProjectWithWhatEveryEnvironmentServesOfThem"];
        put?: never;
        post: operations["createFeature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readFeature"];
        put: operations["replaceVariablesAndVariationsOfFeature"];
        post?: never;
        delete: operations["deleteFeatureWithAllThatIsServedOfIt"];
        options?: never;
        head?: never;
        patch: operations["changeSlugNameDescriptionStatusOrMetadataOfFeature"];
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/advice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["sayWhetherFeatureMayHaveHadItsTimeAndWhy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/code-references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWhereVariablesOfFeatureStandInCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/copy-environment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["serveInOneEnvironmentWhatAnotherServes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readEverythingThatEnvironmentServesForFeature"];
        put: operations["replaceTargetingAndDefaultsOfFeatureInEnvironment"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/defaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["setDefaultVariationsOfFeatureInEnvironment"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mergeTargetingAndDefaultsWithWhatSomebodyElseSavedMeanwhile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOverridesOfFeatureInEnvironment"];
        put: operations["pinVariationsForManyUsersOrRemoveTheirOverrides"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/overrides/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["pinVariationForUser"];
        post?: never;
        delete: operations["removeOverrideOfUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["serveForFeatureInEnvironmentWhatWasServedAtEarlierTime"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/targeting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["replaceTargetingOfFeatureInEnvironment"];
        post?: never;
        delete: operations["removeTargetingOfFeatureInEnvironment"];
        options?: never;
        head?: never;
        patch: operations["switchFeatureOnOrOffInEnvironment"];
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/evaluations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readHowFeatureIsEvaluatedInEachEnvironment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mergeFeatureWithWhatSomebodyElseSavedMeanwhile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["tellWhereFeatureIsServedWhichVariationsWhichEnvironmentsName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addVariableToFeature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/variables/{variable}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteVariableWithItsValuesAndDefaults"];
        options?: never;
        head?: never;
        patch: operations["changeSlugDescriptionOrConstraintsOfVariable"];
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/variations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addVariationToFeature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/{feature}/variations/{variation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteVariationThatNothingServes"];
        options?: never;
        head?: never;
        patch: operations["changeSlugNameOrValuesOfVariation"];
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/features/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changeStatusOrTagsOfManyFeatures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importDocumentIntoProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/repositories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRepositoriesThatPushCodeReferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/repositories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteRepositoryWithItsCodeReferences"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/repositories/{id}/unknown-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKeysInRepositoryThatNoVariableHas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSegmentsOfProject"];
        put?: never;
        post: operations["createSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/segments/{segment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readSegment"];
        put: operations["replaceNameAndConditionsOfSegment"];
        post?: never;
        delete: operations["deleteSegmentThatNoRuleNames"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/segments/{segment}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mergeSegmentWithWhatSomebodyElseSavedMeanwhile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/segments/{segment}/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRulesThatNameSegment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/served": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listInShortWhatEveryEnvironmentServesOfSomeFeatures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/projects/{project}/unreferenced-variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listVariablesThatNoRepositoryRefersTo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["findWhatOrganisationHasByPartOfItsName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["tellWhatPlanIncludesAndHowMuchOfItIsUsed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/usage/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["tellHowManyMonthlyActiveUsersThereWereByMonthAndThisMonthByDay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhookEndpointsOfOrganisation"];
        put?: never;
        post: operations["makeWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readWebhookEndpoint"];
        put?: never;
        post?: never;
        delete: operations["deleteWebhookEndpointWithItsDeliveries"];
        options?: never;
        head?: never;
        patch: operations["changeWebhookEndpoint"];
        trace?: never;
    };
    "/settings/v1/organisations/{org}/webhook-endpoints/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readActivityOfWebhookEndpointHourByHour"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDeliveriesOfWebhookEndpointNewestFirst"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/webhook-endpoints/{id}/deliveries/{delivery}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readDeliveryWithItsBodyAndItsAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/webhook-endpoints/{id}/deliveries/{delivery}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendDeliveryAgainThatEnded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/webhook-endpoints/{id}/deliveries/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendAgainWhatFailedSinceTime"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["giveWebhookEndpointNewSigningSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/organisations/{org}/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendTestEventToWebhookEndpointAtOnce"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/password-resets/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readPasswordReset"];
        put?: never;
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["tellWhoCallerIsAndWhereMemberOfWhatRole"];
        put?: never;
        post: operations["signIn"];
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/session/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["signInAtOpenIDConnectProvider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/session/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["comeBackFromOpenIDConnectProvider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/session/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["tellHowPeopleMaySignInHere"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/v1/webhook-event-kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKindsOfWebhookEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Datafile: {
            environment: string;
            fragments: {
                document: {
                    [key: string]: unknown;
                } | null;
                id: string;
                /** @enum {string} */
                kind: "feature" | "segment";
            }[];
            organisation: string;
            project: string;
            since: number | null;
            version: number;
        };
        DryRun: {
            changes: {
                after: unknown;
                before: unknown;
                subject: string;
                text: string;
            }[];
            /** @constant */
            dry_run: true;
            touches: {
                environment: string;
                feature: string;
                protected: boolean;
            }[];
            touches_omitted: number;
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
        Error: {
            at?: string;
            by?: string;
            change_id?: string | null;
            changes?: {
                subject: string;
                text: string;
            }[];
            code?: string;
            details?: {
                message: string;
                path: string;
            }[];
            error: string;
        };
        Evaluated: {
            evaluation_traces?: string[];
            feature: string | null;
            key: string;
            /** @enum {string} */
            reason: "targeting_rule_matched" | "self_targeting_override" | "default_variation" | "no_rule_matched" | "feature_complete" | "targeting_disabled" | "variable_not_found";
            split?: boolean;
            value: unknown;
            variation: string | null;
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
        Event: {
            evaluation_trace?: string | null;
            event: string;
            event_id?: string | null;
            occurred_at?: string | null;
            user?: components["schemas"]["User"] | null;
            user_signature?: string | null;
            value?: number | null;
            variable: string;
            variation: string;
        };
        EventName: {
            count: number;
            event: string;
            last_at: string | null;
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
            conversion_rate: {
                estimate: number;
                high: number;
                low: number;
            } | null;
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
                difference: {
                    estimate: number;
                    high: number;
                    low: number;
                };
                is_significant: boolean;
                p_value: number;
                relative: number | null;
            } | null;
        };
        Health: {
            db: string;
            status: string;
        };
        OfrepError: {
            /** @enum {string} */
            errorCode: "PARSE_ERROR" | "INVALID_CONTEXT" | "FLAG_NOT_FOUND" | "GENERAL";
            errorDetails: string;
            key?: string;
            metadata?: {
                code: string;
            };
        };
        OfrepFlag: {
            key: string;
            metadata: {
                evaluation_trace?: string;
                feature: string;
                reason: string;
            };
            /** @enum {string} */
            reason: "TARGETING_MATCH" | "SPLIT" | "STATIC" | "DEFAULT" | "DISABLED";
            value?: unknown;
            variant: string;
        };
        OfrepFlagOfAll: {
            key: string;
            metadata: {
                evaluation_trace?: string;
                feature: string;
                reason: string;
            };
            /** @enum {string} */
            reason: "TARGETING_MATCH" | "SPLIT" | "STATIC" | "DEFAULT" | "DISABLED";
            value?: unknown;
            variant?: string;
        };
        OfrepFlags: {
            eventStreams?: {
                endpoint: {
                    origin: string;
                    requestUri: string;
                };
                inactivityDelaySec: number;
                /** @constant */
                type: "sse";
            }[];
            flags: components["schemas"]["OfrepFlagOfAll"][];
            metadata: {
                environment: string;
            };
        };
        OfrepRequest: {
            context?: unknown;
        };
        Snapshot: {
            branch: string;
            commit_sha?: string;
            project: string;
            /** @enum {string} */
            provider?: "github" | "gitlab" | "bitbucket";
            references: {
                file: string;
                key: string;
                line_number?: number;
                snippet?: string;
            }[];
            repository: string;
        };
        UnknownKey: {
            archived_feature: string | null;
            count: number;
            /** Format: date-time */
            first_at: string;
            key: string;
            /** Format: date-time */
            last_at: string;
        };
        Usage: {
            anonymous?: boolean | null;
            evaluations?: {
                count: number;
                /** @enum {string} */
                reason: "targeting_rule_matched" | "self_targeting_override" | "default_variation" | "no_rule_matched" | "feature_complete" | "targeting_disabled" | "variable_not_found";
                variable: string;
                variation?: string | null;
            }[] | null;
            from: string;
            until: string;
            users?: {
                email?: unknown;
                id?: unknown;
            }[] | null;
        };
        User: {
            app_version?: unknown;
            audiences?: unknown;
            country?: unknown;
            custom_data?: unknown;
            email?: unknown;
            id?: unknown;
            ip?: unknown;
            organisation_id?: unknown;
            platform?: unknown;
        };
        VariableResult: {
            evaluation_trace?: string;
            feature: string | null;
            key: string;
            /** @enum {string} */
            reason: "targeting_rule_matched" | "self_targeting_override" | "default_variation" | "no_rule_matched" | "feature_complete" | "targeting_disabled" | "variable_not_found";
            value: unknown;
            variation: string | null;
        };
        VariableType: {
            client: boolean;
            feature: string;
            key: string;
            /** @enum {string} */
            type: "boolean" | "number" | "string" | "json";
            values?: unknown[];
        };
        VariableTypes: {
            variables: components["schemas"]["VariableType"][];
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
        WebhookEndpoint: {
            /** Format: date-time */
            created_at: string;
            description: string;
            enabled: boolean;
            events: ("*" | "feature.created" | "feature.updated" | "feature.archived" | "feature.deleted" | "variation.changed" | "targeting.updated" | "member.joined" | "member.removed" | "advice.reported")[];
            failing_since: string | null;
            held_since: string | null;
            /** Format: uuid */
            id: string;
            last_delivery: {
                /** Format: date-time */
                attempted_at: string;
                error: string | null;
                /** Format: uuid */
                id: string;
                response_status: number | null;
                succeeded: boolean;
                type: string;
            } | null;
            url: string;
        };
        WebhookEventKind: {
            description: string;
            /** @enum {string} */
            kind: "feature.created" | "feature.updated" | "feature.archived" | "feature.deleted" | "targeting.updated" | "variation.changed" | "member.joined" | "member.removed" | "advice.reported" | "endpoint.test";
            sample: {
                [key: string]: unknown;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    changeYourOwnName: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    changeYourOwnPassword: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listYourOwnSessionsOldestFirst: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
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
                            created_at: string;
                            /** Format: date-time */
                            expires_at: string;
                            /** Format: uuid */
                            id: string;
                            ip_address: string | null;
                            is_current: boolean;
                            last_seen_at: string | null;
                            user_agent: string | null;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    signOutEverywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
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
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
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
            header?: never;
            path?: never;
            cookie?: never;
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
                    "application/json": {
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
                };
            };
        };
    };
    tellWhatInvitationIsFor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
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
                comment?: string;
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    listOrganisationsThatCallerBelongsTo: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
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
                            name: string;
                            /** @enum {string} */
                            plan: "free" | "starter" | "business" | "enterprise";
                            projects: {
                                environments: {
                                    name: string;
                                    protected: boolean;
                                    slug: string;
                                }[];
                                feature_count: number;
                                name: string;
                                slug: string;
                            }[];
                            /** @enum {string} */
                            role: "viewer" | "member" | "admin" | "owner";
                            slug: string;
                            /** @enum {string} */
                            status: "active" | "suspended" | "inactive";
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    createOrganisationOnFreePlanCallerBecomesItsOwner: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
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
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        /** @enum {string} */
                        plan: "free" | "starter" | "business" | "enterprise";
                        slug: string;
                        /** @enum {string} */
                        status: "active" | "suspended" | "inactive";
                    };
                };
            };
        };
    };
    readOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        /** @enum {string} */
                        plan: "free" | "starter" | "business" | "enterprise";
                        slug: string;
                        /** @enum {string} */
                        status: "active" | "suspended" | "inactive";
                    };
                };
            };
        };
    };
    renameOrganisation: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                org: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        /** @enum {string} */
                        plan: "free" | "starter" | "business" | "enterprise";
                        slug: string;
                        /** @enum {string} */
                        status: "active" | "suspended" | "inactive";
                    };
                };
            };
        };
    };
    listTokensOfOrganisationThoseThatWereRevokedToo: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                org: string;
            };
            cookie?: never;
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
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    makeTokenForScripts: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path: {
                org: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: string;
                org: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "Change-Id"?: string;
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
                cursor?: string;
                environment?: string;
                feature?: string;
                from?: string;
                limit?: number;
                project?: string;
                source?: "session" | "api_token" | "staff" | "import" | "bootstrap";
                text?: string;
                to?: string;
            };
            header?: never;
            path: {
                org: string;
            };
            cookie?: never;
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
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    readRecordOfAuditLogHoweverLargeItIs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                org: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    listCommentsOfAuditRecordOldestFirst: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
                org: string;
            };
            cookie?: never;
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
                            author: string;
                            /** Format: date-time */
                            created_at: string;
                            edited_at: string | null;
                            /** Format: uuid */
                            id: string;
                            text: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    commentAuditRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                org: string;
            };
            cookie?: never;
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
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        author: string;
                        /** Format: date-time */
                        created_at: string;
                        edited_at: string | null;
                        /** Format: uuid */
                        id: string;
                        text: string;
                    };
                };
            };
        };
    };
    deleteCommentOfYourOwn: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                comment: string;
                id: string;
                org: string;
            };
            cookie?: never;
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
                "If-Match"?: string;
            };
            path: {
                comment: string;
                id: string;
                org: string;
            };
            cookie?: never;
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
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        author: string;
                        /** Format: date-time */
                        created_at: string;
                        edited_at: string | null;
                        /** Format: uuid */
                        id: string;
                        text: string;
                    };
                };
            };
        };
    };
    revertChangeThatRecordOfAuditLogIsPartOf: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: never;
            path: {
                id: string;
                org: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change_id: string | null;
                        changes: {
                            after: unknown;
                            before: unknown;
                            subject: string;
                            text: string;
                        }[];
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
            header?: never;
            path: {
                org: string;
            };
            cookie?: never;
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
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                org: string;
            };
            cookie?: never;
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
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    addMember: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path: {
                org: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        expires_at: string | null;
                        invitation: {
                            token: string;
                            url: string;
                        } | null;
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
                };
            };
        };
    };
    removeMemberOrWithdrawInvitation: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                email: string;
                org: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    giveMemberAnotherRole: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path: {
                email: string;
                org: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "viewer" | "member" | "admin" | "owner";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    listProjectsOfOrganisation: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                org: string;
            };
            cookie?: never;
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
                            advice: {
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
                            client_by_default: boolean;
                            environments: {
                                name: string;
                                protected: boolean;
                                slug: string;
                            }[];
                            feature_count: number;
                            name: string;
                            naming: {
                                features?: string;
                                hint?: string;
                                variables?: string;
                            } | null;
                            slug: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path: {
                org: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    client_by_default?: boolean;
                    name?: string;
                    naming?: {
                        features?: string;
                        hint?: string;
                        variables?: string;
                    } | null;
                    slug: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        advice: {
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
                        client_by_default: boolean;
                        name: string;
                        naming: {
                            features?: string;
                            hint?: string;
                            variables?: string;
                        } | null;
                        slug: string;
                    };
                };
            };
        };
    };
    readProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        advice: {
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
                        client_by_default: boolean;
                        name: string;
                        naming: {
                            features?: string;
                            hint?: string;
                            variables?: string;
                        } | null;
                        slug: string;
                    };
                };
            };
        };
    };
    deleteProjectAndEverythingInIt: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renameProject: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    advice?: {
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
                    } | null;
                    client_by_default?: boolean;
                    name?: string;
                    naming?: {
                        features?: string;
                        hint?: string;
                        variables?: string;
                    } | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        advice: {
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
                        client_by_default: boolean;
                        name: string;
                        naming: {
                            features?: string;
                            hint?: string;
                            variables?: string;
                        } | null;
                        slug: string;
                    };
                };
            };
        };
    };
    listFeaturesThatMayHaveHadTheirTime: {
        parameters: {
            query?: {
                certain?: boolean;
                cursor?: string;
                kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                limit?: number;
                owner?: string;
                tag?: string;
                verdict?: "delete" | "archive" | "remove_code" | "finish" | "keep";
            };
            header?: never;
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
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
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    listWhatStandsInCodeOfProject: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                state?: "recorded" | "stale";
                text?: string;
            };
            header?: never;
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
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
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    listEnvironmentsOfProjectByPositionThenSlug: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
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
                            allowed_origins: string[];
                            datafile_personal_data: boolean;
                            has_signing_secret: boolean;
                            name: string;
                            position: number;
                            protected: boolean;
                            require_signed_users: boolean;
                            slug: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    createEnvironment: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    allowed_origins?: string[];
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
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allowed_origins: string[];
                        datafile_personal_data: boolean;
                        has_signing_secret: boolean;
                        name: string;
                        position: number;
                        protected: boolean;
                        require_signed_users: boolean;
                        slug: string;
                    };
                };
            };
        };
    };
    readEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                env: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allowed_origins: string[];
                        datafile_personal_data: boolean;
                        has_signing_secret: boolean;
                        name: string;
                        position: number;
                        protected: boolean;
                        require_signed_users: boolean;
                        slug: string;
                    };
                };
            };
        };
    };
    deleteEnvironmentWithItsKeysAndAllThatItServes: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                env: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renameEnvironmentProtectItOpenItOrMoveIt: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                env: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    allowed_origins?: string[];
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
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allowed_origins: string[];
                        datafile_personal_data: boolean;
                        has_signing_secret: boolean;
                        name: string;
                        position: number;
                        protected: boolean;
                        require_signed_users: boolean;
                        slug: string;
                    };
                };
            };
        };
    };
    listKeysOfEnvironmentThoseThatWereRevokedToo: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                env: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    makeKeyForEnvironment: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path: {
                env: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                env: string;
                id: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renameKey: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path: {
                env: string;
                id: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    countEvaluationsOfEnvironment: {
        parameters: {
            query?: {
                bucket?: "hour" | "day";
                cursor?: string;
                feature?: string;
                from?: string;
                limit?: number;
                to?: string;
                variable?: string;
            };
            header?: never;
            path: {
                env: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                cursor?: string;
                limit?: number;
                variable?: string;
            };
            header?: never;
            path: {
                env: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["EventName"][];
                        next_cursor: string | null;
                    };
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
            header?: never;
            path: {
                env: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                cursor?: string;
                event?: string;
                from?: string;
                limit?: number;
                to?: string;
                variable?: string;
            };
            header?: never;
            path: {
                env: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
            header?: never;
            path: {
                env: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    as_if?: {
                        defaults?: {
                            [key: string]: string | null;
                        };
                        targeting?: {
                            enabled: boolean;
                            rules: {
                                any_of?: {
                                    all_of: {
                                        custom_key?: string;
                                        ignore_case?: boolean;
                                        /** @enum {string} */
                                        operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                        /** @enum {string} */
                                        property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                        values?: (string | number | boolean)[];
                                    }[];
                                }[];
                                enabled?: boolean;
                                name?: string;
                                rollout?: {
                                    percentage?: number;
                                    stages?: {
                                        at: string;
                                        percentage: number;
                                    }[];
                                } | null;
                                schedule?: {
                                    from?: string | null;
                                    to?: string | null;
                                } | null;
                                serve: {
                                    bucket_by?: string[];
                                    split?: {
                                        variation: string;
                                        weight: number;
                                    }[];
                                    variation?: string;
                                };
                            }[];
                        } | null;
                    };
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
                    "application/json": {
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
                        rules: {
                            any_of: {
                                all_of: {
                                    attribute: {
                                        compared: unknown;
                                        given: unknown;
                                        /** @enum {string} */
                                        state: "present" | "missing" | "wrong_type" | "too_long";
                                    } | null;
                                    custom_key?: string;
                                    holds: boolean;
                                    ignore_case?: boolean;
                                    malformed: boolean;
                                    /** @enum {string} */
                                    operator?: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                    /** @enum {string} */
                                    property?: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                    segments?: {
                                        exists: boolean;
                                        holds: boolean;
                                        slug: string;
                                    }[];
                                    values?: unknown[];
                                    values_omitted?: number;
                                }[];
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
                        }[];
                        rules_omitted: number;
                        segments: {
                            any_of: {
                                all_of: {
                                    attribute: {
                                        compared: unknown;
                                        given: unknown;
                                        /** @enum {string} */
                                        state: "present" | "missing" | "wrong_type" | "too_long";
                                    } | null;
                                    custom_key?: string;
                                    holds: boolean;
                                    ignore_case?: boolean;
                                    malformed: boolean;
                                    /** @enum {string} */
                                    operator?: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                    /** @enum {string} */
                                    property?: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
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
                        }[];
                    };
                };
            };
        };
    };
    listWhatIsPinnedForUserInEnvironment: {
        parameters: {
            query: {
                cursor?: string;
                limit?: number;
                user_id: string;
            };
            header?: never;
            path: {
                env: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                            created_at: string;
                            created_by: string | null;
                            feature: string;
                            feature_name: string;
                            note: string | null;
                            variation: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    previewWhatSomeUsersWouldGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                env: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    as_if?: {
                        defaults?: {
                            [key: string]: string | null;
                        };
                        targeting?: {
                            enabled: boolean;
                            rules: {
                                any_of?: {
                                    all_of: {
                                        custom_key?: string;
                                        ignore_case?: boolean;
                                        /** @enum {string} */
                                        operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                        /** @enum {string} */
                                        property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                        values?: (string | number | boolean)[];
                                    }[];
                                }[];
                                enabled?: boolean;
                                name?: string;
                                rollout?: {
                                    percentage?: number;
                                    stages?: {
                                        at: string;
                                        percentage: number;
                                    }[];
                                } | null;
                                schedule?: {
                                    from?: string | null;
                                    to?: string | null;
                                } | null;
                                serve: {
                                    bucket_by?: string[];
                                    split?: {
                                        variation: string;
                                        weight: number;
                                    }[];
                                    variation?: string;
                                };
                            }[];
                        } | null;
                    };
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
                comment?: string;
            };
            header?: never;
            path: {
                env: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    "Change-Id"?: string;
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
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                env: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["UnknownKey"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    tellWhatEnvironmentHasStoredOfItsLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                env: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
            header?: never;
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        advice?: {
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
                        } | null;
                        client_by_default?: boolean;
                        environments?: {
                            allowed_origins?: string[];
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
                        }[];
                        features?: {
                            description?: string;
                            environments?: {
                                [key: string]: {
                                    defaults?: {
                                        [key: string]: string | null;
                                    };
                                    overrides?: {
                                        [key: string]: string | null;
                                    };
                                    targeting?: {
                                        enabled?: boolean;
                                        rules?: {
                                            any_of?: {
                                                all_of: {
                                                    custom_key?: string;
                                                    ignore_case?: boolean;
                                                    /** @enum {string} */
                                                    operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                                    /** @enum {string} */
                                                    property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                                    values?: (string | number | boolean)[];
                                                }[];
                                            }[];
                                            enabled?: boolean;
                                            name?: string;
                                            rollout?: {
                                                percentage?: number;
                                                stages?: {
                                                    at: string;
                                                    percentage: number;
                                                }[];
                                            } | null;
                                            schedule?: {
                                                from?: string | null;
                                                to?: string | null;
                                            } | null;
                                            serve: {
                                                bucket_by?: string[];
                                                split?: {
                                                    variation: string;
                                                    weight: number;
                                                }[];
                                                variation?: string;
                                            };
                                        }[];
                                    } | null;
                                };
                            };
                            expected_until?: string | null;
                            /** @enum {string} */
                            kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                            links?: {
                                url: string;
                            }[];
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
                            variables?: {
                                client?: boolean;
                                constraints?: {
                                    integer?: boolean;
                                    max_length?: number;
                                    maximum?: number;
                                    minimum?: number;
                                    one_of?: unknown[];
                                    pattern?: string;
                                    schema?: Record<string, never> | boolean;
                                } | null;
                                description?: string;
                                slug: string;
                                /** @enum {string} */
                                type: "boolean" | "number" | "string" | "json";
                            }[];
                            variations?: {
                                name?: string;
                                slug: string;
                                values?: {
                                    [key: string]: unknown;
                                };
                            }[];
                        }[];
                        name?: string;
                        naming?: {
                            features?: string;
                            hint?: string;
                            variables?: string;
                        } | null;
                        segments?: {
                            any_of: {
                                all_of: {
                                    custom_key?: string;
                                    ignore_case?: boolean;
                                    /** @enum {string} */
                                    operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                    /** @enum {string} */
                                    property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                    values?: (string | number | boolean)[];
                                }[];
                            }[];
                            name?: string;
                            slug: string;
                        }[];
                        slug: string;
                    };
                    "application/yaml": {
                        advice?: {
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
                        } | null;
                        client_by_default?: boolean;
                        environments?: {
                            allowed_origins?: string[];
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
                        }[];
                        features?: {
                            description?: string;
                            environments?: {
                                [key: string]: {
                                    defaults?: {
                                        [key: string]: string | null;
                                    };
                                    overrides?: {
                                        [key: string]: string | null;
                                    };
                                    targeting?: {
                                        enabled?: boolean;
                                        rules?: {
                                            any_of?: {
                                                all_of: {
                                                    custom_key?: string;
                                                    ignore_case?: boolean;
                                                    /** @enum {string} */
                                                    operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                                    /** @enum {string} */
                                                    property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                                    values?: (string | number | boolean)[];
                                                }[];
                                            }[];
                                            enabled?: boolean;
                                            name?: string;
                                            rollout?: {
                                                percentage?: number;
                                                stages?: {
                                                    at: string;
                                                    percentage: number;
                                                }[];
                                            } | null;
                                            schedule?: {
                                                from?: string | null;
                                                to?: string | null;
                                            } | null;
                                            serve: {
                                                bucket_by?: string[];
                                                split?: {
                                                    variation: string;
                                                    weight: number;
                                                }[];
                                                variation?: string;
                                            };
                                        }[];
                                    } | null;
                                };
                            };
                            expected_until?: string | null;
                            /** @enum {string} */
                            kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                            links?: {
                                url: string;
                            }[];
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
                            variables?: {
                                client?: boolean;
                                constraints?: {
                                    integer?: boolean;
                                    max_length?: number;
                                    maximum?: number;
                                    minimum?: number;
                                    one_of?: unknown[];
                                    pattern?: string;
                                    schema?: Record<string, never> | boolean;
                                } | null;
                                description?: string;
                                slug: string;
                                /** @enum {string} */
                                type: "boolean" | "number" | "string" | "json";
                            }[];
                            variations?: {
                                name?: string;
                                slug: string;
                                values?: {
                                    [key: string]: unknown;
                                };
                            }[];
                        }[];
                        name?: string;
                        naming?: {
                            features?: string;
                            hint?: string;
                            variables?: string;
                        } | null;
                        segments?: {
                            any_of: {
                                all_of: {
                                    custom_key?: string;
                                    ignore_case?: boolean;
                                    /** @enum {string} */
                                    operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                    /** @enum {string} */
                                    property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                    values?: (string | number | boolean)[];
                                }[];
                            }[];
                            name?: string;
                            slug: string;
                        }[];
                        slug: string;
                    };
                };
            };
        };
    };
    listFeaturesOfProjectWithWhatEveryEnvironmentServesOfThem: {
        parameters: {
            query?: {
                count?: boolean;
                cursor?: string;
                env?: string;
                kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                limit?: number;
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
            header?: never;
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
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
                            changed: {
                                /** Format: date-time */
                                at: string;
                                by: string;
                            } | null;
                            /** Format: date-time */
                            created_at: string;
                            description: string;
                            environments: {
                                [key: string]: {
                                    changed: {
                                        /** Format: date-time */
                                        at: string;
                                        by: string;
                                    } | null;
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
                            };
                            expected_until: string | null;
                            gone_owners: string[];
                            /** @enum {string} */
                            kind: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                            last_evaluated_at: string | null;
                            links: {
                                url: string;
                            }[];
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
                            variables: {
                                client: boolean;
                                constraints: {
                                    integer?: boolean;
                                    max_length?: number;
                                    maximum?: number;
                                    minimum?: number;
                                    one_of?: unknown[];
                                    pattern?: string;
                                    schema?: Record<string, never> | boolean;
                                } | null;
                                description: string;
                                slug: string;
                                /** @enum {string} */
                                type: "boolean" | "number" | "string" | "json";
                            }[];
                            variations: {
                                name: string;
                                slug: string;
                            }[];
                        }[];
                        next_cursor: string | null;
                        total?: number;
                    };
                };
            };
        };
    };
    createFeature: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    environments?: {
                        [key: string]: {
                            defaults?: {
                                [key: string]: string | null;
                            };
                            overrides?: {
                                [key: string]: string | null;
                            };
                            targeting?: {
                                enabled?: boolean;
                                rules?: {
                                    any_of?: {
                                        all_of: {
                                            custom_key?: string;
                                            ignore_case?: boolean;
                                            /** @enum {string} */
                                            operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                            /** @enum {string} */
                                            property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                            values?: (string | number | boolean)[];
                                        }[];
                                    }[];
                                    enabled?: boolean;
                                    name?: string;
                                    rollout?: {
                                        percentage?: number;
                                        stages?: {
                                            at: string;
                                            percentage: number;
                                        }[];
                                    } | null;
                                    schedule?: {
                                        from?: string | null;
                                        to?: string | null;
                                    } | null;
                                    serve: {
                                        bucket_by?: string[];
                                        split?: {
                                            variation: string;
                                            weight: number;
                                        }[];
                                        variation?: string;
                                    };
                                }[];
                            } | null;
                        };
                    };
                    expected_until?: string | null;
                    /** @enum {string} */
                    kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                    links?: {
                        url: string;
                    }[];
                    manager?: string | null;
                    name?: string;
                    owners?: string[];
                    permanent?: boolean | null;
                    slug: string;
                    snoozed_until?: string | null;
                    tags?: string[];
                    variables?: {
                        client?: boolean;
                        constraints?: {
                            integer?: boolean;
                            max_length?: number;
                            maximum?: number;
                            minimum?: number;
                            one_of?: unknown[];
                            pattern?: string;
                            schema?: Record<string, never> | boolean;
                        } | null;
                        description?: string;
                        slug: string;
                        /** @enum {string} */
                        type: "boolean" | "number" | "string" | "json";
                    }[];
                    variations?: {
                        name?: string;
                        slug: string;
                        values?: {
                            [key: string]: unknown;
                        };
                    }[];
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        created_at: string;
                        description: string;
                        expected_until: string | null;
                        gone_owners: string[];
                        /** @enum {string} */
                        kind: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                        links: {
                            url: string;
                        }[];
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
                        variables: {
                            client: boolean;
                            constraints: {
                                integer?: boolean;
                                max_length?: number;
                                maximum?: number;
                                minimum?: number;
                                one_of?: unknown[];
                                pattern?: string;
                                schema?: Record<string, never> | boolean;
                            } | null;
                            description: string;
                            slug: string;
                            /** @enum {string} */
                            type: "boolean" | "number" | "string" | "json";
                        }[];
                        variations: {
                            name: string;
                            slug: string;
                            values: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                };
            };
        };
    };
    readFeature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        created_at: string;
                        description: string;
                        expected_until: string | null;
                        gone_owners: string[];
                        /** @enum {string} */
                        kind: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                        links: {
                            url: string;
                        }[];
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
                        variables: {
                            client: boolean;
                            constraints: {
                                integer?: boolean;
                                max_length?: number;
                                maximum?: number;
                                minimum?: number;
                                one_of?: unknown[];
                                pattern?: string;
                                schema?: Record<string, never> | boolean;
                            } | null;
                            description: string;
                            slug: string;
                            /** @enum {string} */
                            type: "boolean" | "number" | "string" | "json";
                        }[];
                        variations: {
                            name: string;
                            slug: string;
                            values: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                };
            };
        };
    };
    replaceVariablesAndVariationsOfFeature: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    variables: {
                        client?: boolean;
                        constraints?: {
                            integer?: boolean;
                            max_length?: number;
                            maximum?: number;
                            minimum?: number;
                            one_of?: unknown[];
                            pattern?: string;
                            schema?: Record<string, never> | boolean;
                        } | null;
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
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        created_at: string;
                        description: string;
                        expected_until: string | null;
                        gone_owners: string[];
                        /** @enum {string} */
                        kind: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                        links: {
                            url: string;
                        }[];
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
                        variables: {
                            client: boolean;
                            constraints: {
                                integer?: boolean;
                                max_length?: number;
                                maximum?: number;
                                minimum?: number;
                                one_of?: unknown[];
                                pattern?: string;
                                schema?: Record<string, never> | boolean;
                            } | null;
                            description: string;
                            slug: string;
                            /** @enum {string} */
                            type: "boolean" | "number" | "string" | "json";
                        }[];
                        variations: {
                            name: string;
                            slug: string;
                            values: {
                                [key: string]: unknown;
                            };
                        }[];
                    } | components["schemas"]["DryRun"];
                };
            };
        };
    };
    deleteFeatureWithAllThatIsServedOfIt: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeSlugNameDescriptionStatusOrMetadataOfFeature: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    expected_until?: string | null;
                    /** @enum {string} */
                    kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                    links?: {
                        url: string;
                    }[];
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
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        created_at: string;
                        description: string;
                        expected_until: string | null;
                        gone_owners: string[];
                        /** @enum {string} */
                        kind: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                        links: {
                            url: string;
                        }[];
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
                        variables: {
                            client: boolean;
                            constraints: {
                                integer?: boolean;
                                max_length?: number;
                                maximum?: number;
                                minimum?: number;
                                one_of?: unknown[];
                                pattern?: string;
                                schema?: Record<string, never> | boolean;
                            } | null;
                            description: string;
                            slug: string;
                            /** @enum {string} */
                            type: "boolean" | "number" | "string" | "json";
                        }[];
                        variations: {
                            name: string;
                            slug: string;
                            values: {
                                [key: string]: unknown;
                            };
                        }[];
                    } | components["schemas"]["DryRun"];
                };
            };
        };
    };
    sayWhetherFeatureMayHaveHadItsTimeAndWhy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    listWhereVariablesOfFeatureStandInCode: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                provider?: "github" | "gitlab" | "bitbucket";
                repository?: string;
                state?: "recorded" | "stale";
                variable?: string;
            };
            header?: never;
            path: {
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    serveInOneEnvironmentWhatAnotherServes: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path: {
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            after: unknown;
                            before: unknown;
                            subject: string;
                            text: string;
                        }[];
                        dry_run: boolean;
                    };
                };
            };
        };
    };
    readEverythingThatEnvironmentServesForFeature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                env: string;
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        defaults: {
                            [key: string]: string | null;
                        };
                        overrides: {
                            count: number;
                        } & {
                            items: {
                                user_id: string;
                                variation: string;
                            }[];
                            next_cursor: string | null;
                        };
                        targeting: {
                            enabled?: boolean;
                            rules?: {
                                any_of?: {
                                    all_of: {
                                        custom_key?: string;
                                        ignore_case?: boolean;
                                        /** @enum {string} */
                                        operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                        /** @enum {string} */
                                        property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                        values?: (string | number | boolean)[];
                                    }[];
                                }[];
                                enabled?: boolean;
                                name?: string;
                                rollout?: {
                                    percentage?: number;
                                    stages?: {
                                        at: string;
                                        percentage: number;
                                    }[];
                                } | null;
                                schedule?: {
                                    from?: string | null;
                                    to?: string | null;
                                } | null;
                                serve: {
                                    bucket_by?: string[];
                                    split?: {
                                        variation: string;
                                        weight: number;
                                    }[];
                                    variation?: string;
                                };
                            }[];
                        } | null;
                        version: number;
                    };
                };
            };
        };
    };
    replaceTargetingAndDefaultsOfFeatureInEnvironment: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                env: string;
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    defaults: {
                        [key: string]: string | null;
                    };
                    targeting: {
                        enabled: boolean;
                        rules: {
                            any_of?: {
                                all_of: {
                                    custom_key?: string;
                                    ignore_case?: boolean;
                                    /** @enum {string} */
                                    operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                    /** @enum {string} */
                                    property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                    values?: (string | number | boolean)[];
                                }[];
                            }[];
                            enabled?: boolean;
                            name?: string;
                            rollout?: {
                                percentage?: number;
                                stages?: {
                                    at: string;
                                    percentage: number;
                                }[];
                            } | null;
                            schedule?: {
                                from?: string | null;
                                to?: string | null;
                            } | null;
                            serve: {
                                bucket_by?: string[];
                                split?: {
                                    variation: string;
                                    weight: number;
                                }[];
                                variation?: string;
                            };
                        }[];
                    } | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        defaults: {
                            [key: string]: string | null;
                        };
                        overrides: {
                            count: number;
                        } & {
                            items: {
                                user_id: string;
                                variation: string;
                            }[];
                            next_cursor: string | null;
                        };
                        targeting: {
                            enabled?: boolean;
                            rules?: {
                                any_of?: {
                                    all_of: {
                                        custom_key?: string;
                                        ignore_case?: boolean;
                                        /** @enum {string} */
                                        operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                        /** @enum {string} */
                                        property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                        values?: (string | number | boolean)[];
                                    }[];
                                }[];
                                enabled?: boolean;
                                name?: string;
                                rollout?: {
                                    percentage?: number;
                                    stages?: {
                                        at: string;
                                        percentage: number;
                                    }[];
                                } | null;
                                schedule?: {
                                    from?: string | null;
                                    to?: string | null;
                                } | null;
                                serve: {
                                    bucket_by?: string[];
                                    split?: {
                                        variation: string;
                                        weight: number;
                                    }[];
                                    variation?: string;
                                };
                            }[];
                        } | null;
                        version: number;
                    } | components["schemas"]["DryRun"];
                };
            };
        };
    };
    setDefaultVariationsOfFeatureInEnvironment: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                env: string;
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        defaults: {
                            [key: string]: string | null;
                        };
                        overrides: {
                            count: number;
                        } & {
                            items: {
                                user_id: string;
                                variation: string;
                            }[];
                            next_cursor: string | null;
                        };
                        targeting: {
                            enabled?: boolean;
                            rules?: {
                                any_of?: {
                                    all_of: {
                                        custom_key?: string;
                                        ignore_case?: boolean;
                                        /** @enum {string} */
                                        operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                        /** @enum {string} */
                                        property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                        values?: (string | number | boolean)[];
                                    }[];
                                }[];
                                enabled?: boolean;
                                name?: string;
                                rollout?: {
                                    percentage?: number;
                                    stages?: {
                                        at: string;
                                        percentage: number;
                                    }[];
                                } | null;
                                schedule?: {
                                    from?: string | null;
                                    to?: string | null;
                                } | null;
                                serve: {
                                    bucket_by?: string[];
                                    split?: {
                                        variation: string;
                                        weight: number;
                                    }[];
                                    variation?: string;
                                };
                            }[];
                        } | null;
                        version: number;
                    } | components["schemas"]["DryRun"];
                };
            };
        };
    };
    mergeTargetingAndDefaultsWithWhatSomebodyElseSavedMeanwhile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                env: string;
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    base: {
                        defaults: {
                            [key: string]: string | null;
                        };
                        targeting: {
                            enabled: boolean;
                            rules: {
                                any_of?: {
                                    all_of: {
                                        custom_key?: string;
                                        ignore_case?: boolean;
                                        /** @enum {string} */
                                        operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                        /** @enum {string} */
                                        property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                        values?: (string | number | boolean)[];
                                    }[];
                                }[];
                                enabled?: boolean;
                                name?: string;
                                rollout?: {
                                    percentage?: number;
                                    stages?: {
                                        at: string;
                                        percentage: number;
                                    }[];
                                } | null;
                                schedule?: {
                                    from?: string | null;
                                    to?: string | null;
                                } | null;
                                serve: {
                                    bucket_by?: string[];
                                    split?: {
                                        variation: string;
                                        weight: number;
                                    }[];
                                    variation?: string;
                                };
                            }[];
                        } | null;
                    };
                    take?: {
                        [key: string]: "now" | "wanted";
                    };
                    wanted: {
                        defaults: {
                            [key: string]: string | null;
                        };
                        targeting: {
                            enabled: boolean;
                            rules: {
                                any_of?: {
                                    all_of: {
                                        custom_key?: string;
                                        ignore_case?: boolean;
                                        /** @enum {string} */
                                        operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                        /** @enum {string} */
                                        property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                        values?: (string | number | boolean)[];
                                    }[];
                                }[];
                                enabled?: boolean;
                                name?: string;
                                rollout?: {
                                    percentage?: number;
                                    stages?: {
                                        at: string;
                                        percentage: number;
                                    }[];
                                } | null;
                                schedule?: {
                                    from?: string | null;
                                    to?: string | null;
                                } | null;
                                serve: {
                                    bucket_by?: string[];
                                    split?: {
                                        variation: string;
                                        weight: number;
                                    }[];
                                    variation?: string;
                                };
                            }[];
                        } | null;
                    };
                };
            };
        };
        responses: {
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            after: unknown;
                            before: unknown;
                            subject: string;
                            text: string;
                        }[];
                        conflicts: {
                            base: unknown;
                            message: string;
                            now: unknown;
                            path: string;
                            wanted: unknown;
                        }[];
                        merged: {
                            defaults: {
                                [key: string]: string | null;
                            };
                            targeting: {
                                enabled: boolean;
                                rules: {
                                    any_of?: {
                                        all_of: {
                                            custom_key?: string;
                                            ignore_case?: boolean;
                                            /** @enum {string} */
                                            operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                            /** @enum {string} */
                                            property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                            values?: (string | number | boolean)[];
                                        }[];
                                    }[];
                                    enabled?: boolean;
                                    name?: string;
                                    rollout?: {
                                        percentage?: number;
                                        stages?: {
                                            at: string;
                                            percentage: number;
                                        }[];
                                    } | null;
                                    schedule?: {
                                        from?: string | null;
                                        to?: string | null;
                                    } | null;
                                    serve: {
                                        bucket_by?: string[];
                                        split?: {
                                            variation: string;
                                            weight: number;
                                        }[];
                                        variation?: string;
                                    };
                                }[];
                            } | null;
                        };
                    };
                };
            };
        };
    };
    listOverridesOfFeatureInEnvironment: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                text?: string;
            };
            header?: never;
            path: {
                env: string;
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                            created_at: string;
                            created_by: string | null;
                            note: string | null;
                            user_id: string;
                            variation: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    pinVariationsForManyUsersOrRemoveTheirOverrides: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                env: string;
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: string | {
                        note?: string;
                        variation: string;
                    } | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        defaults: {
                            [key: string]: string | null;
                        };
                        overrides: {
                            count: number;
                        } & {
                            items: {
                                user_id: string;
                                variation: string;
                            }[];
                            next_cursor: string | null;
                        };
                        targeting: {
                            enabled?: boolean;
                            rules?: {
                                any_of?: {
                                    all_of: {
                                        custom_key?: string;
                                        ignore_case?: boolean;
                                        /** @enum {string} */
                                        operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                        /** @enum {string} */
                                        property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                        values?: (string | number | boolean)[];
                                    }[];
                                }[];
                                enabled?: boolean;
                                name?: string;
                                rollout?: {
                                    percentage?: number;
                                    stages?: {
                                        at: string;
                                        percentage: number;
                                    }[];
                                } | null;
                                schedule?: {
                                    from?: string | null;
                                    to?: string | null;
                                } | null;
                                serve: {
                                    bucket_by?: string[];
                                    split?: {
                                        variation: string;
                                        weight: number;
                                    }[];
                                    variation?: string;
                                };
                            }[];
                        } | null;
                        version: number;
                    } | (components["schemas"]["DryRun"] & {
                        pinned: {
                            /** Format: date-time */
                            created_at: string;
                            created_by: string | null;
                            note: string | null;
                            user_id: string;
                            variation: string;
                        }[];
                    });
                };
            };
        };
    };
    pinVariationForUser: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                env: string;
                feature: string;
                org: string;
                project: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    note?: string;
                    variation: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        defaults: {
                            [key: string]: string | null;
                        };
                        overrides: {
                            count: number;
                        } & {
                            items: {
                                user_id: string;
                                variation: string;
                            }[];
                            next_cursor: string | null;
                        };
                        targeting: {
                            enabled?: boolean;
                            rules?: {
                                any_of?: {
                                    all_of: {
                                        custom_key?: string;
                                        ignore_case?: boolean;
                                        /** @enum {string} */
                                        operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                        /** @enum {string} */
                                        property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                        values?: (string | number | boolean)[];
                                    }[];
                                }[];
                                enabled?: boolean;
                                name?: string;
                                rollout?: {
                                    percentage?: number;
                                    stages?: {
                                        at: string;
                                        percentage: number;
                                    }[];
                                } | null;
                                schedule?: {
                                    from?: string | null;
                                    to?: string | null;
                                } | null;
                                serve: {
                                    bucket_by?: string[];
                                    split?: {
                                        variation: string;
                                        weight: number;
                                    }[];
                                    variation?: string;
                                };
                            }[];
                        } | null;
                        version: number;
                    } | components["schemas"]["DryRun"];
                };
            };
        };
    };
    removeOverrideOfUser: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                env: string;
                feature: string;
                org: string;
                project: string;
                user_id: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    serveForFeatureInEnvironmentWhatWasServedAtEarlierTime: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path: {
                env: string;
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change_id: string | null;
                        changes: {
                            after: unknown;
                            before: unknown;
                            subject: string;
                            text: string;
                        }[];
                        dry_run: boolean;
                    };
                };
            };
        };
    };
    replaceTargetingOfFeatureInEnvironment: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                env: string;
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled: boolean;
                    rules: {
                        any_of?: {
                            all_of: {
                                custom_key?: string;
                                ignore_case?: boolean;
                                /** @enum {string} */
                                operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                /** @enum {string} */
                                property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                values?: (string | number | boolean)[];
                            }[];
                        }[];
                        enabled?: boolean;
                        name?: string;
                        rollout?: {
                            percentage?: number;
                            stages?: {
                                at: string;
                                percentage: number;
                            }[];
                        } | null;
                        schedule?: {
                            from?: string | null;
                            to?: string | null;
                        } | null;
                        serve: {
                            bucket_by?: string[];
                            split?: {
                                variation: string;
                                weight: number;
                            }[];
                            variation?: string;
                        };
                    }[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        defaults: {
                            [key: string]: string | null;
                        };
                        overrides: {
                            count: number;
                        } & {
                            items: {
                                user_id: string;
                                variation: string;
                            }[];
                            next_cursor: string | null;
                        };
                        targeting: {
                            enabled?: boolean;
                            rules?: {
                                any_of?: {
                                    all_of: {
                                        custom_key?: string;
                                        ignore_case?: boolean;
                                        /** @enum {string} */
                                        operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                        /** @enum {string} */
                                        property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                        values?: (string | number | boolean)[];
                                    }[];
                                }[];
                                enabled?: boolean;
                                name?: string;
                                rollout?: {
                                    percentage?: number;
                                    stages?: {
                                        at: string;
                                        percentage: number;
                                    }[];
                                } | null;
                                schedule?: {
                                    from?: string | null;
                                    to?: string | null;
                                } | null;
                                serve: {
                                    bucket_by?: string[];
                                    split?: {
                                        variation: string;
                                        weight: number;
                                    }[];
                                    variation?: string;
                                };
                            }[];
                        } | null;
                        version: number;
                    } | components["schemas"]["DryRun"];
                };
            };
        };
    };
    removeTargetingOfFeatureInEnvironment: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                env: string;
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    switchFeatureOnOrOffInEnvironment: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                env: string;
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        defaults: {
                            [key: string]: string | null;
                        };
                        overrides: {
                            count: number;
                        } & {
                            items: {
                                user_id: string;
                                variation: string;
                            }[];
                            next_cursor: string | null;
                        };
                        targeting: {
                            enabled?: boolean;
                            rules?: {
                                any_of?: {
                                    all_of: {
                                        custom_key?: string;
                                        ignore_case?: boolean;
                                        /** @enum {string} */
                                        operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                        /** @enum {string} */
                                        property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                        values?: (string | number | boolean)[];
                                    }[];
                                }[];
                                enabled?: boolean;
                                name?: string;
                                rollout?: {
                                    percentage?: number;
                                    stages?: {
                                        at: string;
                                        percentage: number;
                                    }[];
                                } | null;
                                schedule?: {
                                    from?: string | null;
                                    to?: string | null;
                                } | null;
                                serve: {
                                    bucket_by?: string[];
                                    split?: {
                                        variation: string;
                                        weight: number;
                                    }[];
                                    variation?: string;
                                };
                            }[];
                        } | null;
                        version: number;
                    } | components["schemas"]["DryRun"];
                };
            };
        };
    };
    readHowFeatureIsEvaluatedInEachEnvironment: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["EnvironmentEvaluations"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    mergeFeatureWithWhatSomebodyElseSavedMeanwhile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    base: {
                        description: string;
                        expected_until: string | null;
                        /** @enum {string} */
                        kind: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                        links: {
                            url: string;
                        }[];
                        manager: string | null;
                        name: string;
                        owners: string[];
                        permanent: boolean | null;
                        slug: string;
                        snoozed_until: string | null;
                        /** @enum {string} */
                        status: "live" | "complete" | "archived";
                        tags: string[];
                        variables: {
                            client: boolean;
                            constraints: {
                                integer?: boolean;
                                max_length?: number;
                                maximum?: number;
                                minimum?: number;
                                one_of?: unknown[];
                                pattern?: string;
                                schema?: Record<string, never> | boolean;
                            } | null;
                            description: string;
                            slug: string;
                            /** @enum {string} */
                            type: "boolean" | "number" | "string" | "json";
                        }[];
                        variations: {
                            name: string;
                            slug: string;
                            values: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                    take?: {
                        [key: string]: "now" | "wanted";
                    };
                    wanted: {
                        description: string;
                        expected_until: string | null;
                        /** @enum {string} */
                        kind: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                        links: {
                            url: string;
                        }[];
                        manager: string | null;
                        name: string;
                        owners: string[];
                        permanent: boolean | null;
                        slug: string;
                        snoozed_until: string | null;
                        /** @enum {string} */
                        status: "live" | "complete" | "archived";
                        tags: string[];
                        variables: {
                            client: boolean;
                            constraints: {
                                integer?: boolean;
                                max_length?: number;
                                maximum?: number;
                                minimum?: number;
                                one_of?: unknown[];
                                pattern?: string;
                                schema?: Record<string, never> | boolean;
                            } | null;
                            description: string;
                            slug: string;
                            /** @enum {string} */
                            type: "boolean" | "number" | "string" | "json";
                        }[];
                        variations: {
                            name: string;
                            slug: string;
                            values: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                };
            };
        };
        responses: {
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            after: unknown;
                            before: unknown;
                            subject: string;
                            text: string;
                        }[];
                        conflicts: {
                            base: unknown;
                            message: string;
                            now: unknown;
                            path: string;
                            wanted: unknown;
                        }[];
                        merged: {
                            description: string;
                            expected_until: string | null;
                            /** @enum {string} */
                            kind: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                            links: {
                                url: string;
                            }[];
                            manager: string | null;
                            name: string;
                            owners: string[];
                            permanent: boolean | null;
                            slug: string;
                            snoozed_until: string | null;
                            /** @enum {string} */
                            status: "live" | "complete" | "archived";
                            tags: string[];
                            variables: {
                                client: boolean;
                                constraints: {
                                    integer?: boolean;
                                    max_length?: number;
                                    maximum?: number;
                                    minimum?: number;
                                    one_of?: unknown[];
                                    pattern?: string;
                                    schema?: Record<string, never> | boolean;
                                } | null;
                                description: string;
                                slug: string;
                                /** @enum {string} */
                                type: "boolean" | "number" | "string" | "json";
                            }[];
                            variations: {
                                name: string;
                                slug: string;
                                values: {
                                    [key: string]: unknown;
                                };
                            }[];
                        };
                    };
                };
            };
        };
    };
    tellWhereFeatureIsServedWhichVariationsWhichEnvironmentsName: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                            environment: string;
                            protected: boolean;
                            variations: string[];
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    addVariableToFeature: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    client?: boolean;
                    constraints?: {
                        integer?: boolean;
                        max_length?: number;
                        maximum?: number;
                        minimum?: number;
                        one_of?: unknown[];
                        pattern?: string;
                        schema?: Record<string, never> | boolean;
                    } | null;
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
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client: boolean;
                        constraints: {
                            integer?: boolean;
                            max_length?: number;
                            maximum?: number;
                            minimum?: number;
                            one_of?: unknown[];
                            pattern?: string;
                            schema?: Record<string, never> | boolean;
                        } | null;
                        description: string;
                        slug: string;
                        /** @enum {string} */
                        type: "boolean" | "number" | "string" | "json";
                    };
                };
            };
        };
    };
    deleteVariableWithItsValuesAndDefaults: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                feature: string;
                org: string;
                project: string;
                variable: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeSlugDescriptionOrConstraintsOfVariable: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                feature: string;
                org: string;
                project: string;
                variable: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    client?: boolean;
                    constraints?: {
                        integer?: boolean;
                        max_length?: number;
                        maximum?: number;
                        minimum?: number;
                        one_of?: unknown[];
                        pattern?: string;
                        schema?: Record<string, never> | boolean;
                    } | null;
                    description?: string;
                    slug?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client: boolean;
                        constraints: {
                            integer?: boolean;
                            max_length?: number;
                            maximum?: number;
                            minimum?: number;
                            one_of?: unknown[];
                            pattern?: string;
                            schema?: Record<string, never> | boolean;
                        } | null;
                        description: string;
                        slug: string;
                        /** @enum {string} */
                        type: "boolean" | "number" | "string" | "json";
                    } | components["schemas"]["DryRun"];
                };
            };
        };
    };
    addVariationToFeature: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                feature: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    slug: string;
                    values?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        slug: string;
                        values: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    deleteVariationThatNothingServes: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                feature: string;
                org: string;
                project: string;
                variation: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeSlugNameOrValuesOfVariation: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                feature: string;
                org: string;
                project: string;
                variation: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        slug: string;
                        values: {
                            [key: string]: unknown;
                        };
                    } | components["schemas"]["DryRun"];
                };
            };
        };
    };
    changeStatusOrTagsOfManyFeatures: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            after: unknown;
                            before: unknown;
                            subject: string;
                            text: string;
                        }[];
                        dry_run: boolean;
                        refused: {
                            code: string;
                            error: string;
                            feature: string;
                        }[];
                    };
                };
            };
        };
    };
    importDocumentIntoProject: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: never;
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    advice?: {
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
                    } | null;
                    client_by_default?: boolean;
                    environments?: {
                        allowed_origins?: string[];
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
                    }[];
                    features?: {
                        description?: string;
                        environments?: {
                            [key: string]: {
                                defaults?: {
                                    [key: string]: string | null;
                                };
                                overrides?: {
                                    [key: string]: string | null;
                                };
                                targeting?: {
                                    enabled?: boolean;
                                    rules?: {
                                        any_of?: {
                                            all_of: {
                                                custom_key?: string;
                                                ignore_case?: boolean;
                                                /** @enum {string} */
                                                operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                                /** @enum {string} */
                                                property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                                values?: (string | number | boolean)[];
                                            }[];
                                        }[];
                                        enabled?: boolean;
                                        name?: string;
                                        rollout?: {
                                            percentage?: number;
                                            stages?: {
                                                at: string;
                                                percentage: number;
                                            }[];
                                        } | null;
                                        schedule?: {
                                            from?: string | null;
                                            to?: string | null;
                                        } | null;
                                        serve: {
                                            bucket_by?: string[];
                                            split?: {
                                                variation: string;
                                                weight: number;
                                            }[];
                                            variation?: string;
                                        };
                                    }[];
                                } | null;
                            };
                        };
                        expected_until?: string | null;
                        /** @enum {string} */
                        kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                        links?: {
                            url: string;
                        }[];
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
                        variables?: {
                            client?: boolean;
                            constraints?: {
                                integer?: boolean;
                                max_length?: number;
                                maximum?: number;
                                minimum?: number;
                                one_of?: unknown[];
                                pattern?: string;
                                schema?: Record<string, never> | boolean;
                            } | null;
                            description?: string;
                            slug: string;
                            /** @enum {string} */
                            type: "boolean" | "number" | "string" | "json";
                        }[];
                        variations?: {
                            name?: string;
                            slug: string;
                            values?: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    name?: string;
                    naming?: {
                        features?: string;
                        hint?: string;
                        variables?: string;
                    } | null;
                    prune?: boolean;
                    segments?: {
                        any_of: {
                            all_of: {
                                custom_key?: string;
                                ignore_case?: boolean;
                                /** @enum {string} */
                                operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                /** @enum {string} */
                                property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                values?: (string | number | boolean)[];
                            }[];
                        }[];
                        name?: string;
                        slug: string;
                    }[];
                    slug?: string;
                };
                "application/yaml": {
                    advice?: {
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
                    } | null;
                    client_by_default?: boolean;
                    environments?: {
                        allowed_origins?: string[];
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
                    }[];
                    features?: {
                        description?: string;
                        environments?: {
                            [key: string]: {
                                defaults?: {
                                    [key: string]: string | null;
                                };
                                overrides?: {
                                    [key: string]: string | null;
                                };
                                targeting?: {
                                    enabled?: boolean;
                                    rules?: {
                                        any_of?: {
                                            all_of: {
                                                custom_key?: string;
                                                ignore_case?: boolean;
                                                /** @enum {string} */
                                                operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                                /** @enum {string} */
                                                property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                                values?: (string | number | boolean)[];
                                            }[];
                                        }[];
                                        enabled?: boolean;
                                        name?: string;
                                        rollout?: {
                                            percentage?: number;
                                            stages?: {
                                                at: string;
                                                percentage: number;
                                            }[];
                                        } | null;
                                        schedule?: {
                                            from?: string | null;
                                            to?: string | null;
                                        } | null;
                                        serve: {
                                            bucket_by?: string[];
                                            split?: {
                                                variation: string;
                                                weight: number;
                                            }[];
                                            variation?: string;
                                        };
                                    }[];
                                } | null;
                            };
                        };
                        expected_until?: string | null;
                        /** @enum {string} */
                        kind?: "release" | "experiment" | "operational" | "permission" | "kill_switch";
                        links?: {
                            url: string;
                        }[];
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
                        variables?: {
                            client?: boolean;
                            constraints?: {
                                integer?: boolean;
                                max_length?: number;
                                maximum?: number;
                                minimum?: number;
                                one_of?: unknown[];
                                pattern?: string;
                                schema?: Record<string, never> | boolean;
                            } | null;
                            description?: string;
                            slug: string;
                            /** @enum {string} */
                            type: "boolean" | "number" | "string" | "json";
                        }[];
                        variations?: {
                            name?: string;
                            slug: string;
                            values?: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    name?: string;
                    naming?: {
                        features?: string;
                        hint?: string;
                        variables?: string;
                    } | null;
                    prune?: boolean;
                    segments?: {
                        any_of: {
                            all_of: {
                                custom_key?: string;
                                ignore_case?: boolean;
                                /** @enum {string} */
                                operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                /** @enum {string} */
                                property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                values?: (string | number | boolean)[];
                            }[];
                        }[];
                        name?: string;
                        slug: string;
                    }[];
                    slug?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            after: unknown;
                            before: unknown;
                            subject: string;
                            text: string;
                        }[];
                        dry_run: boolean;
                        generated: {
                            /** @enum {string} */
                            kind: "api_key" | "api_token" | "password" | "signing_secret";
                            path: string;
                            subject: string;
                            value: string | null;
                        }[];
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
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
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
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    deleteRepositoryWithItsCodeReferences: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: string;
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listKeysInRepositoryThatNoVariableHas: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
                org: string;
                project: string;
            };
            cookie?: never;
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
                            file: string;
                            key: string;
                            line_number: number | null;
                            references: number;
                            url: string | null;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    listSegmentsOfProject: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
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
                            any_of: {
                                all_of: {
                                    custom_key?: string;
                                    ignore_case?: boolean;
                                    /** @enum {string} */
                                    operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                    /** @enum {string} */
                                    property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                    values?: (string | number | boolean)[];
                                }[];
                            }[];
                            /** Format: date-time */
                            created_at: string;
                            name: string;
                            slug: string;
                            /** Format: date-time */
                            updated_at: string;
                            use_count: number;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    createSegment: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    any_of: {
                        all_of: {
                            custom_key?: string;
                            ignore_case?: boolean;
                            /** @enum {string} */
                            operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                            /** @enum {string} */
                            property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                            values?: (string | number | boolean)[];
                        }[];
                    }[];
                    name?: string;
                    slug: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        any_of: {
                            all_of: {
                                custom_key?: string;
                                ignore_case?: boolean;
                                /** @enum {string} */
                                operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                /** @enum {string} */
                                property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                values?: (string | number | boolean)[];
                            }[];
                        }[];
                        /** Format: date-time */
                        created_at: string;
                        name: string;
                        slug: string;
                        /** Format: date-time */
                        updated_at: string;
                    };
                };
            };
        };
    };
    readSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org: string;
                project: string;
                segment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        any_of: {
                            all_of: {
                                custom_key?: string;
                                ignore_case?: boolean;
                                /** @enum {string} */
                                operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                /** @enum {string} */
                                property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                values?: (string | number | boolean)[];
                            }[];
                        }[];
                        /** Format: date-time */
                        created_at: string;
                        name: string;
                        slug: string;
                        /** Format: date-time */
                        updated_at: string;
                    };
                };
            };
        };
    };
    replaceNameAndConditionsOfSegment: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                org: string;
                project: string;
                segment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    any_of: {
                        all_of: {
                            custom_key?: string;
                            ignore_case?: boolean;
                            /** @enum {string} */
                            operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                            /** @enum {string} */
                            property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                            values?: (string | number | boolean)[];
                        }[];
                    }[];
                    name: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        any_of: {
                            all_of: {
                                custom_key?: string;
                                ignore_case?: boolean;
                                /** @enum {string} */
                                operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                /** @enum {string} */
                                property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                values?: (string | number | boolean)[];
                            }[];
                        }[];
                        /** Format: date-time */
                        created_at: string;
                        name: string;
                        slug: string;
                        /** Format: date-time */
                        updated_at: string;
                    } | components["schemas"]["DryRun"];
                };
            };
        };
    };
    deleteSegmentThatNoRuleNames: {
        parameters: {
            query?: {
                comment?: string;
                dry_run?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                org: string;
                project: string;
                segment: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    mergeSegmentWithWhatSomebodyElseSavedMeanwhile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org: string;
                project: string;
                segment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    base: {
                        any_of: {
                            all_of: {
                                custom_key?: string;
                                ignore_case?: boolean;
                                /** @enum {string} */
                                operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                /** @enum {string} */
                                property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                values?: (string | number | boolean)[];
                            }[];
                        }[];
                        name: string;
                    };
                    take?: {
                        [key: string]: "now" | "wanted";
                    };
                    wanted: {
                        any_of: {
                            all_of: {
                                custom_key?: string;
                                ignore_case?: boolean;
                                /** @enum {string} */
                                operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                /** @enum {string} */
                                property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                values?: (string | number | boolean)[];
                            }[];
                        }[];
                        name: string;
                    };
                };
            };
        };
        responses: {
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            after: unknown;
                            before: unknown;
                            subject: string;
                            text: string;
                        }[];
                        conflicts: {
                            base: unknown;
                            message: string;
                            now: unknown;
                            path: string;
                            wanted: unknown;
                        }[];
                        merged: {
                            any_of: {
                                all_of: {
                                    custom_key?: string;
                                    ignore_case?: boolean;
                                    /** @enum {string} */
                                    operator: "exists" | "not_exists" | "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "matches" | "not_matches" | "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "before" | "after" | "in_cidr" | "not_in_cidr" | "contains_any" | "contains_all" | "contains_none" | "in_segment" | "not_in_segment";
                                    /** @enum {string} */
                                    property: "user_id" | "email" | "organisation_id" | "ip_address" | "app_version" | "platform" | "country" | "audience" | "custom" | "segment";
                                    values?: (string | number | boolean)[];
                                }[];
                            }[];
                            name: string;
                        };
                    };
                };
            };
        };
    };
    listRulesThatNameSegment: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                org: string;
                project: string;
                segment: string;
            };
            cookie?: never;
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
                            environment: string;
                            feature: string;
                            feature_name: string;
                            protected: boolean;
                            rule: number;
                            rule_name: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    listInShortWhatEveryEnvironmentServesOfSomeFeatures: {
        parameters: {
            query: {
                features: string;
            };
            header?: never;
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
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
                                [key: string]: {
                                    changed: {
                                        /** Format: date-time */
                                        at: string;
                                        by: string;
                                    } | null;
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
                cursor?: string;
                limit?: number;
                status?: "live" | "complete" | "archived";
            };
            header?: never;
            path: {
                org: string;
                project: string;
            };
            cookie?: never;
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
                            feature: string;
                            /** @enum {string} */
                            feature_status: "live" | "complete" | "archived";
                            last_seen_at: string | null;
                            slug: string;
                        }[];
                        next_cursor: string | null;
                    };
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
            header?: never;
            path: {
                org: string;
            };
            cookie?: never;
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
                            endpoint: string | null;
                            feature: string | null;
                            /** @enum {string} */
                            kind: "feature" | "variable" | "segment" | "environment" | "project" | "member" | "webhook_endpoint" | "change" | "delivery";
                            name: string;
                            project: string | null;
                            rank: number;
                            slug: string;
                        }[];
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
            header?: never;
            path: {
                org: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mau_cap: number | null;
                        mau_used: number;
                        month: string;
                        /** @enum {string} */
                        plan: "free" | "starter" | "business" | "enterprise";
                        rate_limit_per_minute: number | null;
                        /** @enum {string} */
                        status: "active" | "suspended" | "inactive";
                    };
                };
            };
        };
    };
    tellHowManyMonthlyActiveUsersThereWereByMonthAndThisMonthByDay: {
        parameters: {
            query?: {
                months?: number;
            };
            header?: never;
            path: {
                org: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: {
                            day: string;
                            mau_used: number;
                        }[];
                        items: {
                            mau_used: number;
                            month: string;
                        }[];
                    };
                };
            };
        };
    };
    listWebhookEndpointsOfOrganisation: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                org: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookEndpoint"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    makeWebhookEndpoint: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path: {
                org: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    events: ("*" | "feature.created" | "feature.updated" | "feature.archived" | "feature.deleted" | "variation.changed" | "targeting.updated" | "member.joined" | "member.removed" | "advice.reported")[];
                    url: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        created_at: string;
                        description: string;
                        enabled: boolean;
                        events: ("*" | "feature.created" | "feature.updated" | "feature.archived" | "feature.deleted" | "variation.changed" | "targeting.updated" | "member.joined" | "member.removed" | "advice.reported")[];
                        failing_since: string | null;
                        held_since: string | null;
                        /** Format: uuid */
                        id: string;
                        last_delivery: {
                            /** Format: date-time */
                            attempted_at: string;
                            error: string | null;
                            /** Format: uuid */
                            id: string;
                            response_status: number | null;
                            succeeded: boolean;
                            type: string;
                        } | null;
                        secret: string;
                        url: string;
                    };
                };
            };
        };
    };
    readWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                org: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag?: string;
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
                comment?: string;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: string;
                org: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: string;
                org: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    enabled?: boolean;
                    events?: ("*" | "feature.created" | "feature.updated" | "feature.archived" | "feature.deleted" | "variation.changed" | "targeting.updated" | "member.joined" | "member.removed" | "advice.reported")[];
                    /** @constant */
                    on_hold?: false;
                    url?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "Change-Id"?: string;
                    ETag?: string;
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
            header?: never;
            path: {
                id: string;
                org: string;
            };
            cookie?: never;
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
                cursor?: string;
                from?: string;
                limit?: number;
                status?: string;
                to?: string;
                type?: "feature.created" | "feature.updated" | "feature.archived" | "feature.deleted" | "targeting.updated" | "variation.changed" | "member.joined" | "member.removed" | "advice.reported" | "endpoint.test";
            };
            header?: never;
            path: {
                id: string;
                org: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookDelivery"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    readDeliveryWithItsBodyAndItsAttempts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                delivery: string;
                id: string;
                org: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    sendDeliveryAgainThatEnded: {
        parameters: {
            query?: {
                comment?: string;
            };
            header?: never;
            path: {
                delivery: string;
                id: string;
                org: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Change-Id"?: string;
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
                comment?: string;
            };
            header?: never;
            path: {
                id: string;
                org: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
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
                comment?: string;
            };
            header?: never;
            path: {
                id: string;
                org: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Change-Id"?: string;
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
            header?: never;
            path: {
                id: string;
                org: string;
            };
            cookie?: never;
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
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
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
                comment?: string;
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
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
                    "Change-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    tellWhoCallerIsAndWhereMemberOfWhatRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
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
                    "application/json": {
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
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
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
            header?: never;
            path?: never;
            cookie?: never;
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
            header?: never;
            path?: never;
            cookie?: never;
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
    tellHowPeopleMaySignInHere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        oidc: {
                            name: string;
                        } | null;
                        /** @enum {string} */
                        sign_up: "open" | "invited" | "closed";
                        signed_in: boolean;
                    };
                };
            };
        };
    };
    listKindsOfWebhookEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
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
