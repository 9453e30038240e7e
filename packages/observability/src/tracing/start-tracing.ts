import type { Tracing } from './tracing.ts';

/**
 * Starts tracing with the variables of the OpenTelemetry specification in `env`; returns undefined if they name no endpoint, or switch
 * tracing off. OpenTelemetry is loaded only when tracing starts. `warn` is called with the reason if tracing stays off although
 * there is an endpoint.
 */
export async function startTracing(
  env: Readonly<Record<string, string | undefined>>,
  options: { service: string; warn: (message: string) => void },
): Promise<Tracing | undefined> {
  if (!isEnabled(env)) return undefined;
  const protocol =
    env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL']?.trim() ||
    env['OTEL_EXPORTER_OTLP_PROTOCOL']?.trim() ||
    'http/protobuf';
  if (protocol !== 'http/protobuf' && protocol !== 'http/json') {
    options.warn(`Tracing is off: OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json.`);
    return undefined;
  }
  const { startOpenTelemetry } = await import('./open-telemetry.ts');
  return startOpenTelemetry({ service: env['OTEL_SERVICE_NAME']?.trim() || options.service, protocol });
}

function isEnabled(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return false;
  const exporter = env['OTEL_TRACES_EXPORTER']?.trim() || 'otlp';
  if (exporter !== 'otlp') return false;
  return Boolean(
    env['OTEL_EXPORTER_OTLP_ENDPOINT']?.trim() || env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']?.trim(),
  );
}
