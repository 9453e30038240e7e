import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { eventSamples, sampledKinds, type SampledKind } from '../event-samples.ts';
import { describeEvent } from './describe-event.ts';

const publicUrl = 'https://flags.acme.example';
const project = '/o/acme/p/sample-project';
const feature = `${project}/features/sample-feature`;
const serving = `${feature}/env/sample-environment`;
const request = 'change request #42: Serve the sample to half of Canada';

/** Kind → the text of its example and the page of its link. A kind without an entry fails. */
const expected: Readonly<Record<SampledKind, readonly [title: string, lines: string[], page: string]>> = {
  'feature.created': ['ada@sample.example created the feature Sample feature', [], feature],
  'feature.updated': [
    'ada@sample.example updated the feature Renamed sample',
    ['name "Sample feature" → "Renamed sample"'],
    feature,
  ],
  'feature.archived': ['ada@sample.example archived the feature Sample feature', [], feature],
  'feature.deleted': ['ada@sample.example deleted the feature Sample feature', [], `${project}/features`],
  'targeting.updated': [
    'ada@sample.example changed the targeting of Sample feature in sample-environment',
    ['targeting: off → on'],
    serving,
  ],
  'variation.changed': [
    'ada@sample.example set the default of sample-variable in sample-environment to on',
    [],
    serving,
  ],
  'member.joined': ['ada@sample.example added grace@sample.example to acme as member', [], '/o/acme/members'],
  'member.removed': ['ada@sample.example removed grace@sample.example from acme', [], '/o/acme/members'],
  'change_request.opened': [
    `ada@sample.example opened ${request}`,
    ['Waiting for approvals, in sample-environment', 'targeting: off → on'],
    `${project}/change-requests/42`,
  ],
  'change_request.reviewed': [
    `grace@sample.example reviewed ${request}`,
    ['Ready to apply, in sample-environment'],
    `${project}/change-requests/42`,
  ],
  'change_request.applied': [
    `Applied ${request}`,
    ['in sample-environment'],
    `${project}/change-requests/42`,
  ],
  'change_request.failed': [
    `Bunting couldn't apply ${request}`,
    ['Has conflicts, in sample-environment'],
    `${project}/change-requests/42`,
  ],
  'change_request.closed': [
    `Closed ${request}`,
    ['in sample-environment', 'Rejected by grace@sample.example'],
    `${project}/change-requests/42`,
  ],
  'advice.reported': [
    'New cleanup suggestions for sample-project',
    [
      'Remove from code: sample-feature',
      'No longer suggested: Finish: sample-banner',
      'Now: delete 0, archive 1, remove from code 2, finish 0',
    ],
    `${project}/features?view=advice`,
  ],
  'endpoint.test': ['ada@sample.example sent a test message', [], '/o/acme/webhooks'],
};

describe('the message of an event', () => {
  it.each(sampledKinds)('%s says what happened, and leads to the page of the console', (type) => {
    const { data, differences } = eventSamples[type];
    const event = { type, data, organisation: 'acme', differences };
    const [title, lines, page] = expected[type];
    expect(describeEvent(event, publicUrl)).toMatchObject({ title, lines, url: publicUrl + page });
    expect(describeEvent(event, undefined).url).toBeUndefined();
    expect(describeEvent({ ...event, isSample: true }, publicUrl).title).toBe(`Example: ${title}`);
  });

  it.each<[string, SampledKind, object, string]>([
    [
      'a default that goes',
      'variation.changed',
      { variation: null },
      'ada@sample.example removed the default of sample-variable in sample-environment',
    ],
    [
      'somebody who joins alone',
      'member.joined',
      { actor: 'grace@sample.example' },
      'grace@sample.example joined acme as member',
    ],
    [
      'somebody who leaves',
      'member.removed',
      { actor: 'grace@sample.example' },
      'grace@sample.example left acme',
    ],
    ['staff', 'feature.archived', { actor: 'staff' }, 'Staff archived the feature Sample feature'],
    [
      'the bootstrap command',
      'feature.archived',
      { actor: 'bootstrap' },
      'The bootstrap command archived the feature Sample feature',
    ],
  ])('of %s has its own words', (_, type, changed, title) => {
    const data = { ...eventSamples[type].data, ...changed };
    expect(describeEvent({ type, data, organisation: 'acme' }, publicUrl).title).toBe(title);
  });

  it('has the comment, and names organisation and project', () => {
    const event = { type: 'feature.updated', data: eventSamples['feature.updated'].data } as const;
    expect(describeEvent({ ...event, organisation: 'acme' }, publicUrl)).toMatchObject({
      comment: 'A clearer name',
      scope: 'acme / sample-project',
    });
  });

  it.each(sampledKinds)('%s leads to a page that the console has', (type) => {
    const file = new URL('../../../../services/console/web/page/paths.ts', import.meta.url);
    const patterns = [...readFileSync(file, 'utf8').matchAll(/: '(\/[^']+)'/g)].map(
      ([, path]) => new RegExp(`^${path!.replaceAll(/\$\w+/g, '[^/]+')}$`),
    );
    const { pathname } = new URL(
      describeEvent({ type, data: eventSamples[type].data, organisation: 'acme' }, publicUrl).url!,
    );
    expect(patterns.some((pattern) => pattern.test(pathname))).toBe(true);
  });
});
