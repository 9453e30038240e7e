import type { MemberData, OrganisationEvent } from '@bunting/webhooks';
import type { RecordedChange } from '../change-transaction.ts';
import type { ChangeEvent, SegmentUse } from './change-event.ts';

/**
 * The events of contract §6.1 that the changes of one transaction are, in the order of the changes. Each feature,
 * environment of a feature and variable there is told of once, from before the transaction to after it, however often
 * it was touched. What a feature that came or went brought or took along is not told.
 */
export function eventsOf(
  recorded: readonly RecordedChange[],
  segmentUses: readonly SegmentUse[],
  actor: string,
): OrganisationEvent[] {
  const features = netFeatures(recorded);
  const usesOf = usesBySegment(segmentUses);
  // What is said last of a thing counts, in the place of what was said first.
  const events = new Map<string, OrganisationEvent[]>();

  function diffServing(change: ServingChange, told: (place: Place) => [string, OrganisationEvent][]): void {
    const feature = features.get(change.featureId);
    if (feature !== undefined && (feature.before === undefined || feature.after === undefined)) return;
    const place = { feature: feature?.after ?? change.feature, environment: change.environment };
    for (const [name, event] of told(place)) {
      events.set(`${change.featureId} ${change.environmentId} ${name}`, [event]);
    }
  }

  function diffTargeting(organisationId: string, change: ServingChange): void {
    diffServing(change, (place) => [
      ['targeting', { organisationId, type: 'targeting.updated', data: { ...place, actor } }],
    ]);
  }

  for (const change of recorded) {
    const { organisationId, featureId = '', environmentId = '', news } = change;
    if (news?.about === 'feature') {
      events.set(featureId, featureEvents(organisationId, features.get(featureId), actor));
    } else if (news?.about === 'targeting') {
      diffTargeting(organisationId, { ...news, featureId, environmentId });
    } else if (news?.about === 'segment') {
      for (const use of usesOf.get(news.id) ?? []) diffTargeting(organisationId, use);
    } else if (news?.about === 'defaults') {
      diffServing({ ...news, featureId, environmentId }, (place) =>
        [...news.variations].map(([variable, variation]) => [
          `default ${variable}`,
          { organisationId, type: 'variation.changed', data: { ...place, variable, variation, actor } },
        ]),
      );
    } else if (news?.about === 'member') {
      const told = memberEvents(organisationId, news, actor);
      events.set(`${organisationId} ${change.subject} ${told[0]?.type}`, told);
    }
  }
  return [...events.values()].flat();
}

type ServingChange = Pick<SegmentUse, 'featureId' | 'environmentId' | 'feature' | 'environment'>;
type Place = Pick<SegmentUse, 'feature' | 'environment'>;
type FeatureChangeEvent = Pick<Extract<ChangeEvent, { about: 'feature' }>, 'before' | 'after'>;

/** By id: as each was before the first of its changes, and is after the last. */
function netFeatures(recorded: readonly RecordedChange[]): Map<string, FeatureChangeEvent> {
  const features = new Map<string, FeatureChangeEvent>();
  for (const { featureId, news } of recorded) {
    if (news?.about !== 'feature' || featureId === undefined) continue;
    const known = features.get(featureId);
    features.set(featureId, { before: known === undefined ? news.before : known.before, after: news.after });
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
  actor: string,
): OrganisationEvent[] {
  if (after === undefined) {
    if (before === undefined) return [];
    const data = { feature: { ...before, status: 'deleted' }, actor };
    return [{ organisationId, type: 'feature.deleted', data }];
  }
  const data = { feature: after, actor };
  if (before === undefined) return [{ organisationId, type: 'feature.created', data }];
  const updated = { organisationId, type: 'feature.updated', data } as const;
  // Contract §3.2: a status that becomes archived is told twice.
  const isArchived = before.status !== 'archived' && after.status === 'archived';
  return isArchived ? [{ organisationId, type: 'feature.archived', data }, updated] : [updated];
}

/** Another role is nobody's coming or going. */
function memberEvents(
  organisationId: string,
  { before, after }: { readonly before: MemberData | undefined; readonly after: MemberData | undefined },
  actor: string,
): OrganisationEvent[] {
  if (before === undefined && after !== undefined) {
    return [{ organisationId, type: 'member.joined', data: { member: after, actor } }];
  }
  if (before !== undefined && after === undefined) {
    return [{ organisationId, type: 'member.removed', data: { member: before, actor } }];
  }
  return [];
}
