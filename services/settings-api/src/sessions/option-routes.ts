import { Type } from '@bunting/definitions/type';
import { organisationPolicies, signUpPolicies } from '../accounts/policies.ts';
import { route } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';

/** The options that a sign-in page shows before anybody is known. */
export const sessionOptionRoutes = [
  route({
    method: 'GET',
    path: '/session/options',
    action: 'anyone',
    summary: 'Tell how people may sign in here, and who may make organisations',
    status: 200,
    answer: Type.Object({
      signed_in: Type.Boolean({
        description: 'whether the request has the cookie of a session that goes on',
      }),
      sign_up: stringEnum(signUpPolicies),
      create_organisations: stringEnum(organisationPolicies),
      oidc: Type.Union([Type.Object({ name: Type.String() }), Type.Null()], {
        description: 'the OpenID Connect provider, by its host; null = there is none',
      }),
      version: Type.String({ description: 'of the service' }),
    }),
    handle: async ({ req }, { sessions, signUp, createOrganisations, oidcSignIn, version }) => ({
      body: {
        signed_in: (await sessions.find(req)) !== undefined,
        sign_up: signUp,
        create_organisations: createOrganisations,
        oidc: oidcSignIn ? { name: oidcSignIn.provider.name } : null,
        version,
      },
    }),
  }),
];
