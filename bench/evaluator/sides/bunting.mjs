import {
  compileFragments,
  createDatafile,
  evaluate,
  readContext,
} from '../../../packages/evaluator/dist/index.js';
import { toFragment } from '../formats/bunting.mjs';

export const name = 'Bunting';

export function createSide(flags) {
  const datafile = createDatafile();
  datafile.apply(compileFragments(flags.map(toFragment)));
  const now = Date.now();
  return {
    /** The user of a request body. */
    input: ({ organisation, plan, version, ...user }) =>
      JSON.parse(
        JSON.stringify({
          ...user,
          organisation_id: organisation,
          app_version: version,
          custom_data: { plan },
        }),
      ),
    read: readContext,
    evaluate: (key, context) => evaluate(datafile, key, context, now),
    valueOf: (evaluation) => evaluation.value,
  };
}
