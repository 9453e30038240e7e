// npm run bench:evaluator: compares our evaluator with those of other tools and with closures written by hand, in one process.
//
// Every side gets the same flags and the same users in its own format, and its results are checked first.
// `prepared`: the context was read beforehand. `request`: the time includes what the tool must do with the user of each
// request (Bunting: readContext; LaunchDarkly: Context.fromLDContext; the others take the plain object).
import { prepare } from './prepare.mjs';

prepare();
const { compare } = await import('./compare.mjs');
await compare();

const { measureOperands } = await import('./operands.mjs');
measureOperands({
  rounds: Number(process.env.BENCH_ROUNDS ?? 7),
  minMs: Number(process.env.BENCH_MIN_MS ?? 40),
});
