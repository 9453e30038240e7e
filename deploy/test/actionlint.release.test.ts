import { spawnSync } from 'node:child_process';
import { expect } from '@jest/globals';
import { goProgramRequirement } from '@bunting/testing/go-program';
import { itWith } from '@bunting/testing/requirements';
import { root } from './compose-file.ts';

itWith(
  goProgramRequirement('actionlint', 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12'),
  'actionlint finds no fault in the workflows',
  (actionlint) => {
    const { status, stdout } = spawnSync(actionlint, ['-no-color'], { cwd: root, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  },
);
