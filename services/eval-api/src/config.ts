import { limitFields } from '@bunting/governance';
import { redisFields, redisRules } from '@bunting/redis';
import { integer, port, publicUrlFields, readConfig, secret, type Config } from '@bunting/config';
import { datafileFields } from '@bunting/datafile';
import { clientFields } from '@bunting/environments';
import { evaluationCountFields } from '@bunting/evaluation-counts';
import { serviceFields } from '@bunting/service';

/** Every variable that the service reads beside those of traces: `npm start` gives it these, and no others. */
export const fields = {
  PORT: port({ default: 8081, description: 'the port to listen on' }),
  ...serviceFields,
  ...redisFields,
  ...publicUrlFields,
  EVALUATION_TRACE_SECRET: secret({ minLength: 32, description: 'the key that signs evaluation traces' }),
  ...limitFields,
  ...clientFields,
  ...datafileFields,
  ...evaluationCountFields,
  EVAL_API_MAX_BODY_BYTES: integer({
    default: 100 * 1024,
    min: 1024,
    max: 16 * 1024 * 1024,
    description: 'the largest body, compressed and decompressed',
  }),
};

export type EvalApiConfig = Config<typeof fields>;

export function readEvalApiConfig(
  env: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void,
): EvalApiConfig {
  return readConfig(env, fields, warn, redisRules);
}
