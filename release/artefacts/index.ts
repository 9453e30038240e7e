import type { Artefact } from '../src/context.ts';
import { chart } from './chart.ts';
import { compose } from './compose.ts';
import { contract } from './contract.ts';
import { images } from './images.ts';
import { npm } from './npm.ts';

/** All parts of a release, in the order in which they are built: a later one may use the files of an earlier one. */
export const artefacts: readonly Artefact[] = [npm, images, chart, compose, contract];
