export {
  cap,
  flag,
  FieldProblem,
  integer,
  listenAddress,
  choice,
  optional,
  port,
  postgresUrl,
  secret,
  text,
  url,
  type Field,
} from './field.ts';
export { publicUrlFields } from './public-url.ts';
export { ConfigError, readConfig, type Config, type Fields, type Rule } from './read-config.ts';
