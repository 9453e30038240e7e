import type { Tracing } from './tracing.ts';

/**
 * Traces as the environment says, in the variables of the OpenTelemetry specification; `undefined` where it says nothing of an
 * endpoint, or that there shall be none. Only then is anything of OpenTelemetry loaded. `warn` hears why it stays off
 * although an endpoint is named.
 */
export async function startTracing(
  env: Readonly<Record<string, string | undefined>>,
  options: { service: string; warn: (message: string) => void },
): Promise<Tracing | undefined> {
  if (!isAskedFor(env)) return undefined;
  const protocol =
    env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL']?.trim() ||
    env['OTEL_EXPORTER_OTLP_PROTOCOL']?.trim() ||
    'http/protobuf';
  if (protocol !== 'http/protobuf' && protocol !== 'http/json') {
    options.warn(`There are no traces: OTEL_EXPORTER_OTLP_PROTOCOL is none of http/protobuf, http/json.`);
    return undefined;
  }
  const { startOpenTelemetry } = await import('./open-telemetry.ts');
  return startOpenTelemetry({ service: env['OTEL_SERVICE_NAME']?.trim() || options.service, protocol });
}

function isAskedFor(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return false;
  const exporter = env['OTEL_TRACES_EXPORTER']?.trim() || 'otlp';
  if (exporter !== 'otlp') return false;
  return Boolean(
    env['OTEL_EXPORTER_OTLP_ENDPOINT']?.trim() || env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']?.trim(),
  );
}
