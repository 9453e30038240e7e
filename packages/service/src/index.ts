export type { JsonLimits } from './body/check-json-size.ts';
export { isJsonObject, type JsonObject, parseJsonObject } from './body/parse-json-object.ts';
export { readBody } from './body/read-body.ts';
export { answer, answerError } from './errors/answer.ts';
export { createErrorHandler, type ErrorHandler } from './errors/error-handler.ts';
export { errors } from './errors/errors.ts';
export { HttpError } from './errors/http-error.ts';
export { createDatabaseCheck, type DatabaseCheck } from './health/database-check.ts';
export { createHealthRoutes } from './health/health-routes.ts';
export { createReadiness, type Readiness } from './health/readiness.ts';
export { runService } from './run-service.ts';
export { createHttpServer, type HttpServerOptions } from './server/http-server.ts';
export { listen, type Listening, StartError } from './server/listen.ts';
export { pathOf } from './server/path-of.ts';
export { requestIdOf } from './server/request-id.ts';
export {
  createRequestObserver,
  type ObserveRequest,
  type OnRequest,
  type RequestObserver,
} from './server/request-observer.ts';
export { serve } from './server/serve.ts';
export { createWebApp } from './server/web-app.ts';
export { serviceFields, staffFields } from './service-fields.ts';
