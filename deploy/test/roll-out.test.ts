import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { services } from '../../local/src/services.ts';
import { runProgram } from './running.ts';

/** Replaces Docker's command: it prints its arguments, and has one old and one new replica of each service. */
const docker = `#!/bin/sh
echo "$*" >> "$ASKED"
case "$*" in
  'compose exec '*) for service in ${services.map(({ name }) => name).join(' ')}; do
    [ "$service" = "$UNUSED" ] || for slot in 1 2; do echo "haproxy_server_status{proxy=\\"$service\\",server=\\"$slot\\",state=\\"UP\\"} 1"; done
  done ;;
  'compose ps --all --quiet '*) printf 'old-%s\\nnew-%s\\n' "$5" "$5" ;;
  'compose ps --quiet '*) echo "old-$4" ;;
  'compose up '*" $BROKEN") exit 1 ;;
esac
`;

async function rollOut({ broken = 'nothing', unused = 'nothing' } = {}): Promise<{
  asked: string[];
  code: number | null;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'bunting-roll-out-'));
  try {
    await writeFile(join(folder, 'docker'), docker, { mode: 0o755 });
    const asked = join(folder, 'asked');
    const PATH = `${folder}${delimiter}${process.env['PATH']}`;
    const { code } = await runProgram('sh', ['deploy/roll-out.sh'], {
      PATH,
      ASKED: asked,
      BROKEN: broken,
      UNUSED: unused,
      ROLL_OUT_PATIENCE_SECONDS: '1',
    });
    return { asked: (await readFile(asked, 'utf8')).trim().split('\n'), code };
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('migrates, then stops the old replicas of one service after the other', async () => {
  const { asked, code } = await rollOut();
  expect(code).toBe(0);
  expect(asked[0]).toBe('compose run --rm migrate');
  expect(asked.filter((line) => line.startsWith('stop '))).toEqual(
    services.map(({ name }) => `stop old-${name}`),
  );
});

it.each([
  ['do not start', { broken: 'ingest-api' }],
  ['the proxy does not use', { unused: 'ingest-api' }],
])('takes new replicas away that %s, and leaves the old ones', async (_what, failure) => {
  const { asked, code } = await rollOut(failure);
  expect(code).toBe(1);
  expect(asked.filter((line) => /^(stop|rm) /.test(line))).toEqual([
    'stop old-eval-api',
    'rm old-eval-api',
    'rm --force new-ingest-api',
  ]);
});
