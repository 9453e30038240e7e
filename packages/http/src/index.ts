export { answer, answerError } from './answer.ts';
export { followPostgres, followRedis } from './connection-metrics.ts';
export type { JsonLimits } from './check-json-size.ts';
export { createCounter, createGauge, createHistogram } from './create-metric.ts';
export { createDatabaseCheck, type DatabaseCheck } from './database-check.ts';
export { createErrorHandler, type ErrorHandler } from './error-handler.ts';
export { errors } from './errors.ts';
export { createHealthRoutes } from './health-routes.ts';
export { followNumber } from './follow-number.ts';
export { HttpError } from './http-error.ts';
export { createHttpServer, type HttpServerOptions } from './http-server.ts';
export { listen, StartError, type Listening } from './listen.ts';
export { createLogger, type Logger } from './logger.ts';
export { createRegistry, type Registry } from './metrics.ts';
export { isJsonObject, parseJsonObject, type JsonObject } from './parse-json-object.ts';
export { pathOf } from './path-of.ts';
export { readBody } from './read-body.ts';
export { createReadiness, type Readiness } from './readiness.ts';
export { requestIdOf } from './request-id.ts';
export {
  createRequestObserver,
  type ObserveRequest,
  type OnRequest,
  type RequestObserver,
} from './request-observer.ts';
export { runService } from './run-service.ts';
export { serve } from './serve.ts';
export { serviceFields, staffFields } from './service-fields.ts';
export { createTally, type Tally } from './tally.ts';
export { createWebApp } from './web-app.ts';
