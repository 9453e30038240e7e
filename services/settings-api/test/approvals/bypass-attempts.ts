const web = '/organisations/{org}/projects/{project}';
const checkout = `${web}/features/{feature}`;
const served = `${checkout}/environments/{env}`;
const serve = { variation: 'off' };

/** A request that would alter what production serves, or who must approve that. */
export interface Attempt {
  readonly route: string;
  readonly body?: object;
  /** Parameters of the path that differ from those of the fixture. */
  readonly in?: Readonly<Record<string, string>>;
  /** Stored states refuse it before approvals are asked for. */
  readonly isInUse?: true;
}

/** The ids and times that the fixture has made. */
export interface Made {
  /** The record of a change of what production serves. */
  record: string;
  /** A time before that change. */
  at: string;
  /** The number of a change request that lacks its approvals. */
  request: string;
}

/** Returns the requests. Those that need what the fixture has made are functions of it, so that tests have names before. */
export const attempts: Readonly<Record<string, (made: Made) => Attempt>> = {
  'requires no approvals': () => settings({ required_approvals: 0 }),
  'is unprotected': () => settings({ protected: false, required_approvals: 0 }),
  'lets members approve': () => settings({ approvers: 'member' }),
  'exempts more': () => settings({ without_approval: 'switch_off' }),
  'asks for no comment': () => settings({ comment_required: false }),
  'is deleted': () => ({ route: `DELETE ${web}/environments/{env}` }),
  'is deleted with its project': () => ({ route: `DELETE ${web}` }),

  'serves a new targeting': () => ({ route: `PUT ${served}/targeting`, body: { enabled: true, rules: [] } }),
  'is switched off': () => ({ route: `PATCH ${served}/targeting`, body: { enabled: false } }),
  'has no targeting': () => ({ route: `DELETE ${served}/targeting` }),
  'serves everyone one variation': () => ({ route: `PUT ${served}/everyone`, body: serve }),
  'serves everyone no variation': () => ({ route: `DELETE ${served}/everyone` }),
  'has other defaults': () => ({ route: `PUT ${served}/defaults`, body: { 'checkout-layout': 'off' } }),
  'serves nothing': () => ({ route: `PUT ${served}`, body: { targeting: null, defaults: {} } }),
  'has another override': () => ({ route: `PUT ${served}/overrides/{user_id}`, body: serve }),
  'loses an override': () => ({ route: `DELETE ${served}/overrides/{user_id}` }),
  'has other overrides': () => ({ route: `PUT ${served}/overrides`, body: { 'user-9': 'off' } }),
  'serves what another environment does': () => ({
    route: `POST ${checkout}/copy-environment`,
    body: { from: 'staging', to: 'production' },
  }),
  'goes back in time': ({ at }) => ({ route: `POST ${served}/restore`, body: { at } }),
  'has a change reverted': ({ record }) => ({
    route: 'POST /organisations/{org}/audit-log/{id}/revert',
    body: {},
    in: { id: record },
  }),
  'has a record reverted': ({ record }) => ({
    route: 'POST /organisations/{org}/audit-log/{id}/revert',
    body: { only: true },
    in: { id: record },
  }),

  'has a change request applied': ({ request }) => ({
    route: `POST ${web}/change-requests/{number}/apply`,
    body: {},
    in: { number: request },
  }),

  'serves a new feature': () => ({
    route: `POST ${web}/features`,
    body: { ...banner, environments: { production: { defaults: { banner: 'on' } } } },
  }),
  'serves an archived feature': () => ({ route: `PATCH ${checkout}`, body: { status: 'archived' } }),
  'serves a complete feature': () => ({ route: `PATCH ${checkout}`, body: { status: 'complete' } }),
  'serves a renamed feature': () => ({ route: `PATCH ${checkout}`, body: { slug: 'till' } }),
  'serves a deleted feature': () => ({ route: `DELETE ${checkout}` }),
  'serves archived features': () => ({
    route: `POST ${web}/features/bulk`,
    body: { features: ['checkout'], set: { status: 'archived' } },
  }),
  'serves other values of a whole feature': () => ({
    route: `PUT ${checkout}`,
    body: {
      variables: [
        { slug: 'checkout-enabled', type: 'boolean' },
        { slug: 'checkout-layout', type: 'string' },
      ],
      variations: [
        { slug: 'off', values: { 'checkout-enabled': true, 'checkout-layout': 'classic' } },
        { slug: 'one-page', values: { 'checkout-enabled': true, 'checkout-layout': 'one-page' } },
      ],
    },
  }),
  'serves another value': () => ({
    route: `PATCH ${checkout}/variations/{variation}`,
    body: { values: { 'checkout-layout': 'two-pages' } },
  }),
  'serves a renamed variation': () => ({
    route: `PATCH ${checkout}/variations/{variation}`,
    body: { slug: 'single' },
  }),
  'serves a deleted variation': () => ({ route: `DELETE ${checkout}/variations/{variation}`, isInUse: true }),
  'serves a renamed variable': () => ({
    route: `PATCH ${checkout}/variables/{variable}`,
    body: { slug: 'layout' },
  }),
  'gives client keys a variable': () => ({
    route: `PATCH ${checkout}/variables/{variable}`,
    body: { client: true },
  }),
  'serves a deleted variable': () => ({ route: `DELETE ${checkout}/variables/{variable}` }),
  'serves another segment': () => ({
    route: `PUT ${web}/segments/{segment}`,
    body: { name: 'Canada', any_of: [] },
  }),
  'serves a deleted segment': () => ({ route: `DELETE ${web}/segments/{segment}`, isInUse: true }),

  'imports other settings': () => imports({ environments: [{ slug: 'production', approvers: 'member' }] }),
  'imports other settings and serving': () =>
    imports({
      environments: [{ slug: 'production', protected: false, required_approvals: 0 }],
      features: [{ ...checkoutDocument, environments: { production: { defaults } } }],
    }),
  'imports other serving': () =>
    imports({
      environments: [{ slug: 'production' }],
      features: [{ ...checkoutDocument, environments: { production: { defaults } } }],
    }),
  'imports another value': () => imports({ features: [{ ...checkoutDocument, variations: otherValues }] }),
  'imports another status': () => imports({ features: [{ ...checkoutDocument, status: 'archived' }] }),
  'imports another segment': () => imports({ segments: [{ slug: 'canada', any_of: [] }] }),
  'imports a new feature': () =>
    imports({
      environments: [{ slug: 'production' }],
      features: [{ ...banner, environments: { production: { defaults: { banner: 'on' } } } }],
    }),
  'imports nothing, and prunes': () =>
    imports({ prune: true, environments: [{ slug: 'staging' }], segments: [], features: [] }),
  'imports itself without its features': () =>
    imports({
      prune: true,
      environments: [{ slug: 'production' }, { slug: 'staging' }],
      segments: [],
      features: [],
    }),
};

const defaults = { 'checkout-layout': 'off' };

const banner = {
  slug: 'banner',
  variables: [{ slug: 'banner', type: 'boolean' }],
  variations: [{ slug: 'on', values: { banner: true } }],
};

const checkoutDocument = {
  slug: 'checkout',
  variables: [
    { slug: 'checkout-enabled', type: 'boolean' },
    { slug: 'checkout-layout', type: 'string' },
  ],
  variations: [
    { slug: 'off', values: { 'checkout-enabled': false, 'checkout-layout': 'classic' } },
    { slug: 'one-page', values: { 'checkout-enabled': true, 'checkout-layout': 'one-page' } },
  ],
};

const otherValues = checkoutDocument.variations.map((variation) => ({
  ...variation,
  values: { ...variation.values, 'checkout-layout': 'two-pages' },
}));

function settings(body: object): Attempt {
  return { route: `PATCH ${web}/environments/{env}`, body };
}

function imports(body: object): Attempt {
  return { route: `POST ${web}/import`, body };
}

/** The writes that alter nothing that an environment serves. Add a route here only with a reason. */
export const altersNothing = `
POST   /organisations                                                            another organisation
POST   /staff/organisations                                                      another organisation
PATCH  /staff/organisations/{org}                                                plan, caps and status: the operator's
POST   /staff/organisations/{org}/forget-users                                   counted users
POST   /staff/password-resets                                                    a person
POST   /password-resets/{token}                                                  a person
POST   /account/password                                                         a person
PATCH  /account                                                                  a person
POST   /invitations/{token}                                                      a person
PATCH  /organisations/{org}                                                      a name
POST   /organisations/{org}/members                                              a person
PATCH  /organisations/{org}/members/{email}                                      a person
DELETE /organisations/{org}/members/{email}                                      a person
POST   /organisations/{org}/api-tokens                                           has at most its maker's role
DELETE /organisations/{org}/api-tokens/{id}                                      a token
POST   /organisations/{org}/webhook-endpoints                                    receives events
PATCH  /organisations/{org}/webhook-endpoints/{id}                               as above
DELETE /organisations/{org}/webhook-endpoints/{id}                               as above
POST   /organisations/{org}/webhook-endpoints/{id}/rotate-secret                 as above
POST   /organisations/{org}/webhook-endpoints/{id}/deliveries/redeliver          as above
POST   /organisations/{org}/webhook-endpoints/{id}/deliveries/{delivery}/redeliver   as above
POST   /organisations/{org}/audit-log/{id}/comments                              a thread
PATCH  /organisations/{org}/audit-log/{id}/comments/{comment}                    a thread
DELETE /organisations/{org}/audit-log/{id}/comments/{comment}                    a thread
POST   /organisations/{org}/projects                                             another project
PATCH  /organisations/{org}/projects/{project}                                   its name, naming and advice
DELETE /organisations/{org}/projects/{project}/repositories/{id}                 code references
POST   /organisations/{org}/projects/{project}/environments                      another environment
POST   /organisations/{org}/projects/{project}/environments/{env}/api-keys       who may ask, not what is answered
PATCH  /organisations/{org}/projects/{project}/environments/{env}/api-keys/{id}  as above
DELETE /organisations/{org}/projects/{project}/environments/{env}/api-keys/{id}  as above
POST   /organisations/{org}/projects/{project}/environments/{env}/signing-secret as above
POST   /organisations/{org}/projects/{project}/segments                          no rule names it yet
POST   /organisations/{org}/projects/{project}/features/{feature}/variables      nothing reads it yet
POST   /organisations/{org}/projects/{project}/features/{feature}/variations     nothing serves it yet
POST   /organisations/{org}/projects/{project}/change-requests                   a dry run, which is stored
PATCH  /organisations/{org}/projects/{project}/change-requests/{number}          as above
POST   /organisations/{org}/projects/{project}/change-requests/{number}/rebase   as above
POST   /organisations/{org}/projects/{project}/change-requests/{number}/verdicts what somebody thinks of it
POST   /organisations/{org}/projects/{project}/change-requests/{number}/close    nothing, when it is not made
POST   /organisations/{org}/projects/{project}/change-requests/{number}/reopen   as above
POST   /organisations/{org}/projects/{project}/change-requests/{number}/take-over whose name it is made in
POST   /organisations/{org}/projects/{project}/change-requests/{number}/comments a thread
PATCH  /organisations/{org}/projects/{project}/change-requests/{number}/comments/{comment} a thread
DELETE /organisations/{org}/projects/{project}/change-requests/{number}/comments/{comment} a thread`;
