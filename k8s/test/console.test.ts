import { expect, it } from '@jest/globals';
import { overlays, readRendered } from './rendered.ts';

it.each(overlays)(
  'in %s the console connects to nothing but the name server and a collector of traces',
  (overlay) => {
    const policies = readRendered(overlay).filter(({ kind }) => kind === 'NetworkPolicy');
    const ofConsole = policies.filter(({ spec }) => JSON.stringify(spec).includes('"console"'));
    const outward = ofConsole.filter(({ spec }) => 'egress' in (spec as object));
    expect(ofConsole.map(({ metadata }) => metadata.name)).toContain('allow-requests');
    expect(outward.map(({ metadata }) => metadata.name)).toEqual(
      overlay === 'full' ? ['allow-opentelemetry'] : [],
    );
  },
);
