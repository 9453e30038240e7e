import type { ByActor, MemberData, OrganisationEvent } from '@bunting/webhooks';
import type { RecordedChange } from '../change-transaction.ts';
import type { ChangeEvent, SegmentUse, ServedFeature } from './change-event.ts';

/**
 * Returns the webhook events of contract §6.1 for the changes of one transaction, in the order of the changes. Each feature, each targeting
 * and each default variation gets at most one event, which describes the state after the transaction, however often it changed. A created or
 * deleted feature has no events for its targeting and its defaults.
 */
export function toWebhookEvents(
  recorded: readonly RecordedChange[],
  segmentUses: readonly SegmentUse[],
  by: ByActor,
): OrganisationEvent[] {
  const features = netFeatures(recorded);
  const usesOf = usesBySegment(segmentUses);
  // A later event replaces an earlier one under the same key and keeps the position of the earlier one.
  const events = new Map<string, OrganisationEvent[]>();

  function addServingEvents(
    change: ServingEvent,
    eventsFor: (served: ServedFeature) => [key: string, event: OrganisationEvent][],
  ): void {
    const feature = features.get(change.featureId);
    if (feature !== undefined && (feature.before === undefined || feature.after === undefined)) return;
    const served = { feature: feature?.after ?? change.feature, environment: change.environment };
    for (const [key, event] of eventsFor(served)) {
      events.set(`${change.featureId} ${change.environmentId} ${key}`, [event]);
    }
  }

  function addTargetingEvent(organisationId: string, change: ServingEvent): void {
    addServingEvents(change, (served) => [
      ['targeting', { organisationId, type: 'targeting.updated', data: { ...served, ...by } }],
    ]);
  }

  for (const change of recorded) {
    const { organisationId, featureId = '', environmentId = '', event } = change;
    if (event?.kind === 'feature') {
      events.set(featureId, featureEvents(organisationId, features.get(featureId), by));
    } else if (event?.kind === 'targeting') {
      addTargetingEvent(organisationId, { ...event, featureId, environmentId });
    } else if (event?.kind === 'segment') {
      for (const use of usesOf.get(event.id) ?? []) addTargetingEvent(organisationId, use);
    } else if (event?.kind === 'defaults') {
      addServingEvents({ ...event, featureId, environmentId }, (served) =>
        [...event.variations].map(([variable, variation]) => [
          `default ${variable}`,
          { organisationId, type: 'variation.changed', data: { ...served, variable, variation, ...by } },
        ]),
      );
    } else if (event?.kind === 'member') {
      const members = memberEvents(organisationId, event, by);
      events.set(`${organisationId} ${change.subject} ${members[0]?.type}`, members);
    }
  }
  return [...events.values()].flat();
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
