// The components of the pages that tests open, and what they have done.
import { Suspense, createElement as h, useEffect, useMemo, useState } from 'react';
import {
  BuntingProvider,
  useBunting,
  useStatus,
  useTrack,
  useVariable,
  useVariableDetails,
} from '../../src/index.ts';

/** Which components rendered, and the values that effects were called with. */
export const record = { renders: [], effects: [] };

export function Text({ name, fallback, options }) {
  const value = useVariable(name, fallback, options);
  record.renders.push(name);
  return h('output', { id: name }, String(value));
}

export function Limits() {
  const limits = useVariable('limits', { steps: 1 });
  useEffect(() => void record.effects.push(limits), [limits]);
  record.renders.push('limits');
  return h('output', { id: 'limits' }, JSON.stringify(limits));
}

export function Details({ name = 'banner' }) {
  const { value, source, isFallback } = useVariableDetails(name, 'none');
  record.renders.push('details');
  return h('output', { id: 'details' }, `${value} ${source} ${isFallback}`);
}

export function Status() {
  record.renders.push('status');
  return h('output', { id: 'status' }, useStatus());
}

export function Shop() {
  return h(
    'main',
    null,
    h(Text, { name: 'banner', fallback: 'none' }),
    h(Text, { name: 'layout', fallback: 'classic' }),
    h(Limits),
    h(Details),
    h(Status),
  );
}

/** Sends an event as soon as it is shown. */
export function Visit() {
  useVariable('layout', 'classic');
  const track = useTrack();
  useEffect(() => track('visit'), [track]);
  return null;
}

/** Shows one of two components that read, or none. */
export function Pages() {
  const [page, setPage] = useState('banner');
  globalThis.show = setPage;
  return page === null ? null : h(Text, { key: page, name: page, fallback: 'none' });
}

/** Reads beside what is never ready, so that nothing of it is shown. */
export function NeverShown() {
  return h(
    Suspense,
    { fallback: h('output', { id: 'waits' }, 'waits') },
    h(Text, { name: 'layout', fallback: 'classic' }),
    h(Never),
  );
}
const never = new Promise(() => {});
function Never() {
  // oxlint-disable-next-line typescript/only-throw-error -- this is how a component suspends
  throw never;
}

export function Waiting() {
  const options = { suspend: true };
  return h(
    Suspense,
    { fallback: h('output', { id: 'waits' }, 'waits') },
    h(Text, { name: 'banner', fallback: 'none', options }),
    h(Text, { name: 'layout', fallback: 'classic', options }),
  );
}

/** Makes a client of its own and closes it in an effect, which strict mode runs twice. */
export function OwnClient() {
  const client = useMemo(() => globalThis.lab.open(), []);
  useEffect(() => () => void client.close(), [client]);
  return h(BuntingProvider, { client }, h(Text, { name: 'banner', fallback: 'none' }));
}

export function WithoutProvider() {
  const track = useTrack();
  const client = useBunting();
  useEffect(() => track('visit'), [track]);
  return h('div', null, h(Shop), h('output', { id: 'all' }, JSON.stringify(client.all())));
}
