/**
 * The blocks that pages.test.ts does not run, each with the reason. A block that is not in these lists is run as it stands, in its page's order, on
 * one installation. Review each addition: a command that nobody runs is one that somebody will find broken.
 */

/** Blocks that another test runs as they stand. The test reads the page. */
export const runElsewhere: Readonly<Record<string, string>> = {
  'README.md js 1': 'local/test/tour.test.ts',
  'README.md js 2': 'local/test/tour.test.ts',
  'docs/guides/nextjs.md tsx 1': 'local/test/guides/code.test.ts',
  'docs/guides/nextjs.md tsx 2': 'local/test/guides/code.test.ts',
  'docs/guides/nextjs.md tsx 3': 'local/test/guides/code.test.ts',
  'docs/guides/nextjs.md tsx 4': 'local/test/guides/code.test.ts',
  'docs/guides/nodejs.md js 1': 'local/test/guides/code.test.ts',
  'docs/guides/nodejs.md js 2': 'local/test/guides/code.test.ts',
  'docs/guides/nodejs.md js 3': 'local/test/guides/code.test.ts',
  'docs/guides/nodejs.md js 4': 'local/test/guides/code.test.ts',
  'docs/guides/openfeature.md js 1': 'local/test/guides/code.test.ts',
  'docs/guides/playwright-and-cypress.md js 1': 'local/test/guides/code.test.ts',
  'docs/guides/playwright-and-cypress.md js 2': 'local/test/guides/code.test.ts',
  'docs/guides/playwright-and-cypress.md js 3': 'local/test/guides/code.test.ts',
  'docs/guides/react-native.md js 1': 'local/test/guides/code.test.ts',
  'docs/guides/react-native.md jsx 1': 'local/test/guides/code.test.ts',
  'docs/guides/react.md jsx 1': 'local/test/guides/code.test.ts',
  'docs/guides/react.md jsx 2': 'local/test/guides/code.test.ts',
  'docs/guides/svelte.md js 1': 'local/test/guides/code.test.ts',
  'docs/guides/svelte.md svelte 1': 'local/test/guides/code.test.ts',
  'docs/guides/vue.md js 1': 'local/test/guides/code.test.ts',
  'docs/guides/vue.md vue 1': 'local/test/guides/code.test.ts',
  'docs/operate/air-gapped.md sh 3': 'local/test/guides/air-gapped.release.test.ts',
  'docs/operate/air-gapped.md sh 4': 'local/test/guides/air-gapped.release.test.ts',
  'docs/operate/backup-and-restore.md sh 1': 'local/test/backup/backup.release.test.ts',
  'docs/operate/backup-and-restore.md sh 3': 'local/test/backup/backup.release.test.ts',
  'docs/operate/backup-and-restore.md sh 4': 'local/test/backup/backup.release.test.ts',
  'docs/operate/backup-and-restore.md sh 7': 'local/test/guides/data-folder.release.test.ts',
  'docs/operate/backup-and-restore.md sh 8': 'local/test/guides/data-folder.release.test.ts',
  'docs/operate/rotate-secrets.md sh 1': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 2': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 3': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 4': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 5': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 6': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 7': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 8': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 10': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 11': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 13': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 14': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 15': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 16': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 17': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 18': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 19': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/rotate-secrets.md sh 20': 'local/test/guides/rotate-secrets.release.test.ts',
  'docs/operate/upgrades.md sh 4': 'local/test/guides/upgrade.release.test.ts',
  'docs/operate/upgrades.md sh 5': 'local/test/guides/upgrade.release.test.ts',
  'docs/operate/upgrades.md sh 8': 'local/test/guides/upgrade.release.test.ts',
  'docs/reference/sdks.md js 1': 'local/test/tour.test.ts',
  'docs/reference/sdks.md js 2': 'local/test/tour.test.ts',
  'docs/reference/sdks.md js 3': 'local/test/tour.test.ts',
  'docs/reference/sdks.md js 4': 'local/test/tour.test.ts',
  'docs/reference/sdks.md js 5': 'local/test/tour.test.ts',
  'docs/reference/sdks.md js 6': 'local/test/tour.test.ts',
  'docs/reference/sdks.md js 7': 'local/test/tour.test.ts',
  'docs/reference/sdks.md js 8': 'local/test/tour.test.ts',
  'docs/reference/sdks.md js 9': 'local/test/tour.test.ts',
  'docs/reference/sdks.md js 10': 'local/test/tour.test.ts',
  'docs/reference/sdks.md js 11': 'local/test/tour.test.ts',
  'docs/reference/sdks.md js 12': 'local/test/tour.test.ts',
  'docs/reference/sdks.md jsx 1': 'packages/react/test/readme.test.ts',
  'docs/reference/management-api.md js 1': 'local/test/tour.test.ts',
  'docs/reference/webhooks.md js 1': 'packages/webhooks/test/receivers.release.test.ts',
  'docs/reference/webhooks.md python 1': 'packages/webhooks/test/receivers.release.test.ts',
  'docs/reference/webhooks.md go 1': 'packages/webhooks/test/receivers.release.test.ts',
  'packages/client/README.md js 1': 'packages/client/test/readme.test.ts',
  'packages/client/README.md js 2': 'packages/client/test/readme.test.ts',
  'packages/client/README.md js 3': 'packages/client/test/readme.test.ts',
  'packages/client/README.md js 4': 'packages/client/test/readme.test.ts',
  'packages/client/README.md js 5': 'packages/client/test/readme.test.ts',
  'packages/node/README.md js 1': 'packages/node/test/packed.test.ts',
  'packages/node/README.md js 2': 'packages/node/test/packed.test.ts',
  'packages/node/README.md js 3': 'packages/node/test/packed.test.ts',
  'packages/node/README.md js 4': 'packages/node/test/packed.test.ts',
  'packages/openfeature/README.md js 1': 'packages/openfeature/test/server-provider.test.ts',
  'packages/openfeature/README.md js 2': 'packages/openfeature/test/server-provider.test.ts',
  'packages/openfeature/README.md js 3': 'packages/openfeature/test/server-provider.test.ts',
  'packages/openfeature/README.md js 4': 'packages/openfeature/test/server-provider.test.ts',
  'packages/react/README.md jsx 1': 'packages/react/test/readme.test.ts',
  'packages/react/README.md jsx 2': 'packages/react/test/readme.test.ts',
  'packages/react/README.md jsx 3': 'packages/react/test/readme.test.ts',
  'packages/react/README.md jsx 4': 'packages/react/test/readme.test.ts',
};

/** The check of a block that no test can run. */
export type Check =
  /** bash reads it; scripts of npm, files of the repository, and services of Compose that it names are there. */
  | 'names'
  /** Node.js reads it. */
  | 'syntax'
  /** PostgreSQL of the installation runs it. */
  | 'database'
  /** It is the text that another test compares. */
  | 'text';

interface NotRunnable {
  readonly because: string;
  readonly check: Check;
}

const needsCluster: NotRunnable = { because: 'it needs a cluster', check: 'names' };
const needsDocker: NotRunnable = { because: 'it needs Docker', check: 'names' };
const needsImages: NotRunnable = { because: 'it needs Docker and a registry of images', check: 'names' };
const startsAnother: NotRunnable = { because: 'it starts an installation, and does not end', check: 'names' };
const installs: NotRunnable = {
  because: 'it installs from a registry; release/test/npm.release.test.ts installs the archive of a release',
  check: 'names',
};
const runsByNpx: NotRunnable = {
  because: 'it installs from a registry, and does not end; release/test/npm.release.test.ts runs the archive',
  check: 'names',
};
const isStatement: NotRunnable = { because: 'it is a statement, not a command', check: 'database' };
const isPartOfFunction: NotRunnable = { because: 'it is a part of a function', check: 'syntax' };

/** Blocks that cannot be run here. */
export const notRunnable: Readonly<Record<string, NotRunnable>> = {
  'README.md sh 1': runsByNpx,
  'README.md sh 2': needsImages,
  'docs/start.md sh 1': startsAnother,
  'docs/start.md sh 2': needsImages,
  'docs/guides/approve-changes.md sh 2': {
    because:
      'the demo has one member, and nobody approves their own changes; services/settings-api/test/approvals',
    check: 'names',
  },
  'docs/guides/install-packages.md sh 1': { because: 'it installs from your registry', check: 'names' },
  'docs/guides/install-packages.md sh 2': {
    because: 'it builds everything; release/test/npm.release.test.ts packs the same packages',
    check: 'names',
  },
  'docs/guides/install-packages.md sh 3': { because: 'it installs into your application', check: 'names' },
  'docs/guides/receive-webhooks.md sh 1': {
    because: 'the name of the receiver must resolve',
    check: 'names',
  },
  'docs/guides/slack-and-teams.md sh 1': {
    because: 'the name of the receiver must resolve',
    check: 'names',
  },
  'docs/operate/running.md sh 1': runsByNpx,
  'docs/operate/http-proxies.md sh 1': startsAnother,
  'docs/operate/http-proxies.md sh 2': needsDocker,
  'docs/operate/kubernetes.md sh 1': needsCluster,
  'docs/operate/kubernetes.md sh 2': needsCluster,
  'docs/operate/kubernetes.md sh 3': needsCluster,
  'docs/operate/kubernetes.md sh 4': needsCluster,
  'docs/operate/air-gapped.md sh 1': needsImages,
  'docs/operate/air-gapped.md sh 2': needsDocker,
  'docs/operate/backup-and-restore.md sh 2': needsDocker,
  'docs/operate/backup-and-restore.md sh 5': {
    because: 'it needs Docker, and removes all data',
    check: 'names',
  },
  'docs/operate/rotate-secrets.md sh 9': needsDocker,
  'docs/operate/rotate-secrets.md sh 12': needsDocker,
  'docs/operate/rotate-secrets.md sql 1': isStatement,
  'docs/operate/upgrades.md sh 1': { because: 'it names the release of your checkout', check: 'names' },
  'docs/operate/upgrades.md sh 2': { because: 'it names a release that is still to come', check: 'names' },
  'docs/operate/upgrades.md sh 3': needsDocker,
  'docs/operate/upgrades.md sh 6': needsCluster,
  'docs/operate/compose.md sh 1': needsImages,
  'docs/reference/configuration.md sql 1': isStatement,
  'docs/reference/webhooks.md sh 2': startsAnother,
  'local/README.md sh 1': runsByNpx,
  'packages/bootstrap/README.md sh 1': {
    because: 'the addresses of the stores are yours; packages/bootstrap/test runs the command',
    check: 'names',
  },
  'packages/changes/README.md ts 1': isPartOfFunction,
  'packages/cli/README.md sh 1': {
    because: 'the installation and its token are yours; packages/cli/test/pack.test.ts installs the archive',
    check: 'names',
  },
  'packages/cli/README.md ts 1': { because: 'it is what `bunting types` writes', check: 'text' },
  'packages/client/README.md sh 1': installs,
  'packages/datafile/README.md ts 1': isPartOfFunction,
  'packages/evaluation-counts/README.md ts 1': isPartOfFunction,
  'packages/evaluator/README.md ts 1': isPartOfFunction,
  'packages/node/README.md sh 1': installs,
  'packages/openfeature/README.md sh 1': installs,
  'packages/react/README.md sh 1': installs,
  'charts/bunting/README.md sh 1': needsCluster,
  'charts/bunting/README.md sh 2': {
    because: 'it needs a cluster; k8s/test renders the chart',
    check: 'names',
  },
  'ci-templates/README.md sh 1': {
    because: 'it writes beside the repository; packages/cli/test/pack.test.ts packs the command',
    check: 'names',
  },
  'examples/shop/README.md sh 1': {
    because: 'it is run by local/test/shop.release.test.ts, in two terminals',
    check: 'names',
  },
  'fuzz/README.md sh 1': { because: 'it takes minutes; fuzz/test runs it for half a minute', check: 'names' },
  'k8s/README.md sh 1': needsImages,
  'k8s/README.md sh 2': {
    because: 'it needs a cluster; k8s/test renders and checks the manifests',
    check: 'names',
  },
  'k8s/README.md sh 3': needsCluster,
};

/** Languages of blocks that are data, which must parse, and of those that are outputs. */
export const data: ReadonlySet<string> = new Set(['json', 'yaml']);
export const outputs: ReadonlySet<string> = new Set(['', 'http']);
