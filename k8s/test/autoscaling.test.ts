import { expect, it } from '@jest/globals';
import { readRendered } from './rendered.ts';

interface Scaler {
  readonly scaleTargetRef: { readonly name: string };
  readonly metrics: readonly object[];
  readonly triggers: readonly { readonly metadata: { readonly query: string } }[];
}

function scalersOf(kind: string): Map<string, Scaler> {
  const specs = readRendered('production')
    .filter((manifest) => manifest.kind === kind)
    .map(({ spec }) => spec as Scaler);
  return new Map(specs.map((spec) => [spec.scaleTargetRef.name, spec]));
}

it.each(['eval-api', 'ingest-api'])('%s is scaled by CPU and by requests', (name) => {
  expect(scalersOf('HorizontalPodAutoscaler').get(name)!.metrics).toEqual([
    { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '600m' } } },
    expect.objectContaining({
      type: 'Pods',
      pods: expect.objectContaining({ metric: { name: 'http_requests_per_second' } }),
    }),
  ]);
});

it('sync-api is scaled by CPU and by open streams', () => {
  expect(scalersOf('HorizontalPodAutoscaler').get('sync-api')!.metrics).toEqual([
    { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '600m' } } },
    {
      type: 'Pods',
      pods: {
        metric: { name: 'stream_connections' },
        target: { type: 'AverageValue', averageValue: '20000' },
      },
    },
  ]);
});

it('the dispatcher is scaled by due deliveries', () => {
  const queries = scalersOf('ScaledObject')
    .get('webhook-dispatcher')!
    .triggers.map(({ metadata }) => metadata.query);
  expect(queries).toEqual([expect.stringMatching(/FROM webhook_delivery[\s\S]*due_at/)]);
});
