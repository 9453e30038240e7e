import { organisations } from '../organisations.ts';

const [acme, ...others] = organisations.organisations;
const [web] = acme!.projects;

const all = { name: 'All', any_of: [], serve: { variation: 'one-page' } };
const served = {
  defaults: { 'checkout-enabled': 'off', 'checkout-layout': 'off' },
  targeting: { enabled: true, rules: [all] },
};

const guarded = { protected: true, required_approvals: 1 };

/**
 * The organisations of the tests, with an environment for each kind of approval. `production` lets nobody do anything alone, `live` lets
 * admins switch off, `eu` lets them revert; `notes` asks for comments; `staging` asks for nothing.
 */
export const guardedOrganisations = {
  organisations: [
    {
      ...acme!,
      projects: [
        {
          ...web!,
          environments: [
            { ...web!.environments[0]!, ...guarded, without_approval: 'nothing' },
            { slug: 'live', name: 'Live', ...guarded },
            { slug: 'eu', name: 'Europe', ...guarded, without_approval: 'revert' },
            { slug: 'notes', name: 'Notes', comment_required: true },
            web!.environments[1],
          ],
          features: web!.features.map((feature) => ({
            ...feature,
            environments: { ...feature.environments, live: served, eu: served, notes: served },
          })),
        },
      ],
    },
    ...others,
  ],
};
