// What runs in the pages that tests open. Tests call what it puts into `lab`.
import { StrictMode, createElement as h } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createClient } from '@bunting/client';
import { BuntingProvider } from '../../src/index.ts';
import { TestBuntingProvider } from '../../src/testing.ts';
import * as shop from './shop.js';

const within = (client, component, isStrict) => {
  const content = h(component);
  const provided = client ? h(BuntingProvider, { client }, content) : content;
  return isStrict ? h(StrictMode, null, provided) : provided;
};
const rootElement = () => document.getElementById('root');
let root;

globalThis.lab = {
  ...shop,
  errors: [],
  open: (options) =>
    (globalThis.flags = createClient({
      url: location.origin,
      key: 'c0a7ac70-0000-8c11-8000-000000000001',
      user: { id: 'user-1' },
      verifyEvents: false,
      onError: ({ code }) => lab.errors.push(code),
      ...options,
    })),
  hydrate(client, component = shop.Shop, isStrict = false) {
    root = hydrateRoot(rootElement(), within(client, component, isStrict));
  },
  render(client, component = shop.Shop, isStrict = false) {
    root ??= createRoot(rootElement());
    root.render(within(client, component, isStrict));
  },
  renderTest(values) {
    root ??= createRoot(rootElement());
    root.render(h(TestBuntingProvider, { values }, h(shop.Shop)));
  },
};
