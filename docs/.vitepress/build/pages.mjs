// The sections of the site, and the pages of each. A new page of a folder appears at the end of its section, unless `order` names it.
import { readFileSync, readdirSync } from 'node:fs';
import { listApiPages } from './api/pages.mjs';
import { listReadmes } from './readmes.mjs';
import { docs } from './repository.mjs';

/** `folder` = the folder of the pages; '' = `order` names all of them. */
const sections = [
  { text: 'Start', folder: '', order: ['start', 'concepts'] },
  {
    text: 'Guides',
    folder: 'guides',
    order: [
      'release-gradually',
      'switch-off-in-an-emergency',
      'test-in-production',
      'target-a-segment',
      'clean-up-old-flags',
      'run-an-experiment',
      'keep-flags-in-git',
      'approve-changes',
      'receive-webhooks',
      'slack-and-teams',
      'install-packages',
      'react',
      'nextjs',
      'vue',
      'svelte',
      'react-native',
      'nodejs',
      'openfeature',
      'playwright-and-cypress',
      'migrate',
    ],
  },
  {
    text: 'Reference',
    folder: 'reference',
    order: [
      'sdks',
      'management-api',
      'console',
      'configuration',
      'webhooks',
      'metrics',
      'limits',
      'contract',
      'decisions',
      'glossary',
    ],
  },
  { text: 'Packages', folder: 'packages', pages: listReadmes, isCollapsed: true },
  { text: 'API', folder: 'reference/api', pages: listApiPages, isCollapsed: true },
  {
    text: 'Operate',
    folder: 'operate',
    order: [
      'running',
      'compose',
      'kubernetes',
      'sizing',
      'upgrades',
      'backup-and-restore',
      'rotate-secrets',
      'air-gapped',
      'http-proxies',
      'arm',
      'runbook',
      'operations',
    ],
  },
  {
    text: 'Explanations',
    folder: 'explanations',
    order: ['comparison', 'architecture', 'security', 'performance'],
  },
  { text: 'Decisions on record', folder: 'adr', order: ['index'], isCollapsed: true },
];

/** Returns the sections: `{ text, link, folder, isCollapsed, items: [{ text, link }] }`. */
export function listSections() {
  return sections
    .map(({ pages = listPages, ...section }) => ({ ...section, items: pages(section) }))
    .map((section) => ({ ...section, link: section.items[0].link }));
}

function listPages({ folder, order }) {
  const inFolder = folder === '' ? order : readdirSync(`${docs}/${folder}`).filter(isPage).map(getName);
  const position = (name) => (order.includes(name) ? order.indexOf(name) : order.length);
  return inFolder
    .toSorted((a, b) => position(a) - position(b) || a.localeCompare(b))
    .map((name) => {
      const path = folder === '' ? name : `${folder}/${name}`;
      return { text: readTitle(path.replace(/\/index$/, '/README')), link: `/${path.replace(/index$/, '')}` };
    });
}

const isPage = (file) => file.endsWith('.md') && !file.startsWith('[');
const getName = (file) => file.replace(/\.md$/, '').replace('README', 'index');

function readTitle(path) {
  const [, title] = /^# (.+)$/m.exec(readFileSync(`${docs}/${path}.md`, 'utf8'));
  return title.replaceAll('`', '');
}
