import type { ByActor, MemberData, OrganisationEvent } from '@bunting/webhooks';
import type { RecordedChange } from '../change-transaction.ts';
import type { ChangeEvent, SegmentUse, ServedFeature } from './change-event.ts';
import { describeDefault, describeNamed, describeSegment, type Describe } from './describe-changes.ts';

/**
 * Returns the webhook events for the changes of one transaction, in the order of the changes. Each feature, each targeting and each
 * default variation gets at most one event, which describes the state after the transaction and all its differences, however often it
 * changed. A created or deleted feature has no events for its targeting and its defaults.
 */
export function toWebhookEvents(
  recorded: readonly RecordedChange[],
  segmentUses: readonly SegmentUse[],
  by: ByActor,
  toUrl: ChangeRequestUrl,
): OrganisationEvent[] {
  const features = netFeatures(recorded);
  const usesOf = usesBySegment(segmentUses);
  const drafts = createDrafts();

  function putServing(
    change: ServingEvent,
    key: string,
    toEvent: (served: ServedFeature) => OrganisationEvent,
    describe: Describe,
  ): void {
    const feature = features.get(change.featureId);
    if (feature !== undefined && (feature.before === undefined || feature.after === undefined)) return;
    const served = { feature: feature?.after ?? change.feature, environment: change.environment };
    drafts.put(`${change.featureId} ${change.environmentId} ${key}`, [toEvent(served)], describe);
  }

  function putTargeting(organisationId: string, change: ServingEvent, describe: Describe): void {
    const toEvent = (served: ServedFeature): OrganisationEvent => ({
      organisationId,
      type: 'targeting.updated',
      data: { ...served, ...by },
    });
    putServing(change, 'targeting', toEvent, describe);
  }

  for (const change of recorded) {
    const { organisationId, featureId = '', environmentId = '', event } = change;
    switch (event?.kind) {
      case 'feature':
        drafts.put(
          featureId,
          featureEvents(organisationId, features.get(featureId), by),
          event.after === undefined ? undefined : describeNamed(change),
        );
        break;
      case 'targeting':
        putTargeting(organisationId, { ...event, featureId, environmentId }, describeNamed(change));
        break;
      case 'segment':
        for (const use of usesOf.get(event.id) ?? []) {
          putTargeting(organisationId, use, describeSegment(change));
        }
        break;
      case 'defaults':
        for (const [variable, variation] of event.variations) {
          const toEvent = (served: ServedFeature): OrganisationEvent => ({
            organisationId,
            type: 'variation.changed',
            data: { ...served, variable, variation, ...by },
          });
          const where = { ...event, featureId, environmentId };
          putServing(where, `default ${variable}`, toEvent, describeDefault(change, variable));
        }
        break;
      case 'member': {
        const members = memberEvents(organisationId, event, by);
        drafts.put(`${organisationId} ${change.subject} ${members[0]?.type}`, members);
        break;
      }
      case 'change_request':
        drafts.put(
          `${change.projectId} ${event.changeRequest.number} ${event.verb}`,
          [changeRequestEvent(organisationId, event, by, toUrl)],
          () => event.lines ?? [],
        );
        break;
      case undefined:
    }
  }
  return drafts.getEvents();
}

/** Returns the console's page of a change request; null = the installation does not know its address. */
export type ChangeRequestUrl = (organisationId: string, project: string, number: number) => string | null;

/** Collects the events of each thing, under its key, and what describes its changes. */
function createDrafts() {
  const drafts = new Map<string, { events: readonly OrganisationEvent[]; describes: Describe[] }>();
  return {
    /** Replaces earlier events under the same key, and keeps their position and their differences. */
    put(key: string, events: readonly OrganisationEvent[], describe?: Describe): void {
      const describes = drafts.get(key)?.describes ?? [];
      if (describe !== undefined) describes.push(describe);
      drafts.set(key, { events, describes });
    },
    getEvents: (): OrganisationEvent[] =>
      [...drafts.values()].flatMap(({ events, describes }) =>
        events.map((event) => ({ ...event, describeDifferences: () => describes.flatMap((each) => each()) })),
      ),
  };
}

type ServingEvent = Pick<SegmentUse, 'featureId' | 'environmentId' | 'feature' | 'environment'>;
type FeatureChangeEvent = Pick<Extract<ChangeEvent, { kind: 'feature' }>, 'before' | 'after'>;

/** Returns each feature before its first change and after its last, by id. */
function netFeatures(recorded: readonly RecordedChange[]): Map<string, FeatureChangeEvent> {
  const features = new Map<string, FeatureChangeEvent>();
  for (const { featureId, event } of recorded) {
    if (event?.kind !== 'feature' || featureId === undefined) continue;
    const known = features.get(featureId);
    features.set(featureId, {
      before: known === undefined ? event.before : known.before,
      after: event.after,
    });
  }
  return features;
}

function usesBySegment(uses: readonly SegmentUse[]): Map<string, SegmentUse[]> {
  const groups = new Map<string, SegmentUse[]>();
  for (const use of uses) {
    const group = groups.get(use.segmentId);
    if (group === undefined) groups.set(use.segmentId, [use]);
    else group.push(use);
  }
  return groups;
}

function featureEvents(
  organisationId: string,
  { before, after }: Partial<FeatureChangeEvent> = {},
  by: ByActor,
): OrganisationEvent[] {
  if (after === undefined) {
    if (before === undefined) return [];
    const data = { feature: { ...before, status: 'deleted' }, ...by };
    return [{ organisationId, type: 'feature.deleted', data }];
  }
  const data = { feature: after, ...by };
  if (before === undefined) return [{ organisationId, type: 'feature.created', data }];
  const updated = { organisationId, type: 'feature.updated', data } as const;
  // Contract §3.2: archiving sends two events.
  const isArchived = before.status !== 'archived' && after.status === 'archived';
  return isArchived ? [{ organisationId, type: 'feature.archived', data }, updated] : [updated];
}

/** Returns the events of members. A changed role has none. */
function memberEvents(
  organisationId: string,
  { before, after }: { readonly before: MemberData | undefined; readonly after: MemberData | undefined },
  by: ByActor,
): OrganisationEvent[] {
  if (before === undefined && after !== undefined) {
    return [{ organisationId, type: 'member.joined', data: { member: after, ...by } }];
  }
  if (before !== undefined && after === undefined) {
    return [{ organisationId, type: 'member.removed', data: { member: before, ...by } }];
  }
  return [];
}

function changeRequestEvent(
  organisationId: string,
  { verb, changeRequest }: Extract<ChangeEvent, { kind: 'change_request' }>,
  by: ByActor,
  toUrl: ChangeRequestUrl,
): OrganisationEvent {
  const url = toUrl(organisationId, changeRequest.project, changeRequest.number);
  const data = { change_request: { ...changeRequest, url }, ...by };
  return { organisationId, type: `change_request.${verb}`, data };
}
