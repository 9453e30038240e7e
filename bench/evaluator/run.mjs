// npm run bench:evaluator: our evaluator against other tools' and against closures written by hand, in one process.
//
// Every side is given the same flags and the same users in its own shape. It is first checked that it answers right.
// `prepared`: the context was read beforehand. `request`: what the tool itself must do with the user of each request is
// part of the time (Bunting: readContext; LaunchDarkly: Context.fromLDContext; the others take the plain object).
import { prepare } from './prepare.mjs';

prepare();
const { compare } = await import('./compare.mjs');
await compare();

const { measureOperands } = await import('./operands.mjs');
measureOperands({
  rounds: Number(process.env.BENCH_ROUNDS ?? 7),
  minMs: Number(process.env.BENCH_MIN_MS ?? 40),
});
