import { describeEnvironment, type EnvironmentState } from '@bunting/changes/environments';
import { approvalProperties, mergeApprovals } from '@bunting/definitions/approvals';
import { allowedOriginsSchema, nameSchema, storedOrigins } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';

const switches = {
  protected: Type.Boolean({ description: 'only admins and owners can change what this environment serves' }),
  require_signed_users: Type.Boolean({
    description: "requests with a client key must have a signature of the user's identity",
  }),
  datafile_personal_data: Type.Boolean({
    description:
      'datafiles contain conditions and overrides that identify users; false = SDKs evaluate such features remotely',
  }),
};

export const environmentSchema = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    position: Type.Integer({ description: 'its position in lists, from 0' }),
    ...switches,
    ...approvalProperties,
    allowed_origins: Type.Array(Type.String(), {
      description: 'sites whose pages can use client keys; "*" = every site',
    }),
    has_signing_secret: Type.Boolean({ description: 'the environment has a secret to sign users' }),
  },
  { title: 'Environment' },
);

/** The settings of an environment besides its slug and position. */
export const settingsSchema = Type.Object(
  {
    name: Type.Optional(nameSchema),
    protected: Type.Optional(switches.protected),
    required_approvals: Type.Optional(approvalProperties.required_approvals),
    approvers: Type.Optional(approvalProperties.approvers),
    without_approval: Type.Optional(approvalProperties.without_approval),
    comment_required: Type.Optional(approvalProperties.comment_required),
    allowed_origins: Type.Optional(allowedOriginsSchema),
    require_signed_users: Type.Optional(switches.require_signed_users),
    datafile_personal_data: Type.Optional(switches.datafile_personal_data),
  },
  { additionalProperties: false },
);

export function toEnvironment(environment: EnvironmentState) {
  return {
    ...describeEnvironment(environment),
    position: environment.position,
    allowed_origins: [...environment.allowedOrigins],
    has_signing_secret: environment.hasSigningSecret,
  };
}

/** Applies the body. Omitted members stay as they are. */
export function withSettings(
  environment: EnvironmentState,
  body: Static<typeof settingsSchema>,
): EnvironmentState {
  const { allowed_origins: origins } = body;
  return {
    ...environment,
    ...mergeApprovals(environment, body),
    name: body.name ?? environment.name,
    protected: body.protected ?? environment.protected,
    allowedOrigins: origins === undefined ? environment.allowedOrigins : storedOrigins(origins),
    requireSignedUsers: body.require_signed_users ?? environment.requireSignedUsers,
    datafilePersonalData: body.datafile_personal_data ?? environment.datafilePersonalData,
  };
}
