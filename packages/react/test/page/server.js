// Renders the shop as a server does.
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { createClient } from '@bunting/client';
import { BuntingProvider } from '../../src/index.ts';
import { Shop } from './shop.js';

/** The markup for a user who gets these evaluations; undefined = nobody was asked. */
export function renderShop(bootstrap) {
  const client = createClient({
    url: 'https://flags.example',
    key: 'c0a7ac70-0000-8c11-8000-000000000001',
    bootstrap,
    offline: true,
    storage: false,
  });
  return renderToString(h(BuntingProvider, { client }, h(Shop)));
}
