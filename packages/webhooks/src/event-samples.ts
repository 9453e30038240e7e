import {
  testEventKind,
  type AdviceEventData,
  type ChangeRequestEventData,
  type EventData,
  type EventKind,
  type FeatureData,
} from './events.ts';

/** A kind of event that a test can send. */
export type SampledKind = EventKind | typeof testEventKind;

interface Sampled<Kind extends SampledKind> {
  /** When it is sent, for people. */
  readonly description: string;
  /** `data` of the envelope. Its names belong to nobody. */
  readonly data: EventData[Kind];
  /** The differences that messages for people show. */
  readonly differences?: readonly string[];
}

const feature = (more: Partial<FeatureData> = {}): FeatureData => ({
  key: 'sample-feature',
  name: 'Sample feature',
  project: 'sample-project',
  status: 'live',
  ...more,
});
const actor = 'ada@sample.example';
const member = { email: 'grace@sample.example', role: 'member' };
const changeRequest = (status: string, stage: string | null): ChangeRequestEventData => ({
  change_request: {
    number: 42,
    title: 'Serve the sample to half of Canada',
    project: 'sample-project',
    author: actor,
    status,
    stage,
    environments: ['sample-environment'],
    url: null,
  },
  actor: 'grace@sample.example',
});
const targetingDifference = 'targeting: off → on';
const advice: AdviceEventData = {
  project: 'sample-project',
  counts: { delete: 0, archive: 1, remove_code: 2, finish: 0 },
  new: [{ feature: 'sample-feature', verdict: 'remove_code', certain: true }],
  gone: [{ feature: 'sample-banner', verdict: 'finish' }],
};

/** Every kind with what it means and an example, in the order of the documentation. */
export const eventSamples: { readonly [Kind in SampledKind]: Sampled<Kind> } = {
  'feature.created': {
    description: 'A feature is created, including its variables, variations and targeting.',
    data: { feature: feature(), actor },
  },
  'feature.updated': {
    description: 'The name, slug, description, status, variables or variations of a feature change.',
    data: { feature: feature({ name: 'Renamed sample' }), actor, comment: 'A clearer name' },
    differences: ['name "Sample feature" → "Renamed sample"'],
  },
  'feature.archived': {
    description: 'A feature is archived; feature.updated is sent as well.',
    data: { feature: feature({ status: 'archived' }), actor },
  },
  'feature.deleted': {
    description: 'A feature is deleted, alone or with its project.',
    data: { feature: feature({ status: 'deleted' }), actor },
  },
  'targeting.updated': {
    description:
      'Targeting, a rule, a split or a condition changes in an environment, or a segment that it uses.',
    data: { feature: feature(), environment: 'sample-environment', actor },
    differences: [targetingDifference],
  },
  'variation.changed': {
    description: "An environment's default variation for a variable changes or is removed.",
    data: {
      feature: feature(),
      environment: 'sample-environment',
      variable: 'sample-variable',
      variation: 'on',
      actor,
    },
  },
  'member.joined': { description: 'Someone joins the organisation.', data: { member, actor } },
  'member.removed': { description: 'Someone leaves or is removed.', data: { member, actor } },
  'change_request.opened': {
    description: 'A change request is opened or reopened.',
    data: { ...changeRequest('open', 'waiting'), actor },
    differences: [targetingDifference],
  },
  'change_request.reviewed': {
    description: 'Someone approves a change request or requests changes.',
    data: changeRequest('open', 'ready'),
  },
  'change_request.applied': {
    description: 'A change request is applied; the events of its changes are sent as well.',
    data: changeRequest('applied', null),
  },
  'change_request.failed': {
    description: "A change request can't be applied and stays open.",
    data: changeRequest('open', 'conflicting'),
  },
  'change_request.closed': {
    description: 'A change request is withdrawn, rejected or expires.',
    data: changeRequest('closed', null),
    differences: ['Rejected by grace@sample.example'],
  },
  'advice.reported': {
    description: 'Once a week, if a project has new cleanup suggestions.',
    data: advice,
  },
  [testEventKind]: {
    description: 'Someone sends a test event; every endpoint can receive it.',
    data: { actor },
  },
};

/** All kinds that a test can send, in the order of the documentation. */
export const sampledKinds = Object.keys(eventSamples) as readonly SampledKind[];
