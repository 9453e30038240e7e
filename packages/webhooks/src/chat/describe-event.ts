import { testEventKind, type ChangeRequestData, type EventData, type FeatureAdvice } from '../events.ts';
import type { SampledKind } from '../event-samples.ts';
import type { ChatMessage } from './chat-message.ts';
import { consolePages } from './console-pages.ts';

/** An event to describe for people. */
export interface DescribedEvent {
  readonly type: SampledKind;
  readonly data: EventData[SampledKind];
  /** Slug. */
  readonly organisation: string;
  /** The differences of the change, one line each. */
  readonly differences?: readonly string[] | undefined;
  /** It tells of nothing that happened: somebody asked for an example of its type. */
  readonly isSample?: boolean | undefined;
}

/** The part of a message that depends on the kind of the event. */
interface Text {
  readonly title: string;
  /** Slug. */
  readonly project?: string;
  /** Path of the console's page. */
  readonly page: string;
  /** Lines besides the differences. */
  readonly lines?: readonly string[];
}

const texts: { readonly [Kind in SampledKind]: (data: EventData[Kind], org: string) => Text } = {
  'feature.created': ({ feature, actor }, org) => ({
    title: `${describeActor(actor)} created the feature ${feature.name}`,
    project: feature.project,
    page: consolePages.feature(org, feature.project, feature.key),
  }),
  'feature.updated': ({ feature, actor }, org) => ({
    title: `${describeActor(actor)} updated the feature ${feature.name}`,
    project: feature.project,
    page: consolePages.feature(org, feature.project, feature.key),
  }),
  'feature.archived': ({ feature, actor }, org) => ({
    title: `${describeActor(actor)} archived the feature ${feature.name}`,
    project: feature.project,
    page: consolePages.feature(org, feature.project, feature.key),
  }),
  'feature.deleted': ({ feature, actor }, org) => ({
    title: `${describeActor(actor)} deleted the feature ${feature.name}`,
    project: feature.project,
    page: consolePages.features(org, feature.project),
  }),
  'variation.changed': ({ feature, environment, variable, variation, actor }, org) => ({
    title:
      variation === null
        ? `${describeActor(actor)} removed the default of ${variable} in ${environment}`
        : `${describeActor(actor)} set the default of ${variable} in ${environment} to ${variation}`,
    project: feature.project,
    page: consolePages.serving(org, feature.project, feature.key, environment),
  }),
  'targeting.updated': ({ feature, environment, actor }, org) => ({
    title: `${describeActor(actor)} changed the targeting of ${feature.name} in ${environment}`,
    project: feature.project,
    page: consolePages.serving(org, feature.project, feature.key, environment),
  }),
  'member.joined': ({ member, actor }, org) => ({
    title:
      member.email === actor
        ? `${member.email} joined ${org} as ${member.role}`
        : `${describeActor(actor)} added ${member.email} to ${org} as ${member.role}`,
    page: consolePages.members(org),
  }),
  'member.removed': ({ member, actor }, org) => ({
    title:
      member.email === actor
        ? `${member.email} left ${org}`
        : `${describeActor(actor)} removed ${member.email} from ${org}`,
    page: consolePages.members(org),
  }),
  'advice.reported': ({ project, counts, new: added, gone }, org) => ({
    title: `New cleanup suggestions for ${project}`,
    project,
    page: consolePages.advice(org, project),
    lines: [
      ...added.map(({ certain, ...each }) => `${describeAdvice(each)}${certain ? '' : ' (uncertain)'}`),
      ...gone.map((each) => `No longer suggested: ${describeAdvice(each)}`),
      `Now: ${Object.entries(counts)
        .map(([verdict, count]) => `${describeVerdict(verdict).toLowerCase()} ${count}`)
        .join(', ')}`,
    ],
  }),
  'change_request.opened': ({ change_request: request, actor }, org) =>
    describeRequest(`${describeActor(actor)} opened`, request, org),
  'change_request.reviewed': ({ change_request: request, actor }, org) =>
    describeRequest(`${describeActor(actor)} reviewed`, request, org),
  'change_request.applied': ({ change_request: request }, org) => describeRequest('Applied', request, org),
  'change_request.failed': ({ change_request: request }, org) =>
    describeRequest("Bunting couldn't apply", request, org),
  'change_request.closed': ({ change_request: request }, org) => describeRequest('Closed', request, org),
  [testEventKind]: ({ actor }, org) => ({
    title: `${describeActor(actor)} sent a test message`,
    page: consolePages.webhooks(org),
  }),
};

/**
 * Returns what a chat shows of an event.
 * @param publicUrl the address of the installation, for the link
 */
export function describeEvent(event: DescribedEvent, publicUrl: string | undefined): ChatMessage {
  const { type, data, organisation, differences = [], isSample = false } = event;
  const describe = texts[type] as (data: unknown, org: string) => Text;
  const { title, project, page, lines = [] } = describe(data, organisation);
  const { comment } = data as { readonly comment?: string };
  return {
    title: isSample ? `Example: ${title}` : title,
    lines: [...lines, ...differences],
    comment,
    scope: project === undefined ? organisation : `${organisation} / ${project}`,
    url: publicUrl === undefined ? undefined : `${publicUrl}${page}`,
  };
}

function describeActor(actor: string): string {
  if (actor === 'staff') return 'Staff';
  return actor === 'bootstrap' ? 'The bootstrap command' : actor;
}

const verdicts: Readonly<Record<string, string>> = {
  delete: 'Delete',
  archive: 'Archive',
  remove_code: 'Remove from code',
  finish: 'Finish',
};

function describeVerdict(verdict: string): string {
  return verdicts[verdict] ?? verdict;
}

function describeAdvice({ feature, verdict }: FeatureAdvice): string {
  return `${describeVerdict(verdict)}: ${feature}`;
}

const stages: Readonly<Record<string, string>> = {
  conflicting: 'Has conflicts',
  changes_requested: 'Changes requested',
  waiting: 'Waiting for approvals',
  following: 'Waiting for another change request',
  scheduled: 'Scheduled',
  ready: 'Ready to apply',
};

function describeRequest(what: string, request: ChangeRequestData, org: string): Text {
  const { number, title, project, environments, stage } = request;
  const facts = [
    ...(stage === null ? [] : [stages[stage] ?? stage]),
    ...(environments.length === 0 ? [] : [`in ${environments.join(', ')}`]),
  ];
  return {
    title: `${what} change request #${number}: ${title}`,
    project,
    page: consolePages.changeRequest(org, project, number),
    lines: facts.length === 0 ? [] : [facts.join(', ')],
  };
}
