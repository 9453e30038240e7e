import { bounds, takeLeast, maxPeakBytes, type Figures } from '../bounds.ts';
import type { ObservedService } from '../installation/observed-service.ts';
import { send, type Answered, type Sent } from '../send.ts';
import type { Measured } from './hunt.ts';

/** Statuses that mean that the service is busy or away, not that it failed. */
const honestRefusals = new Set([503, 507]);
const carefulTries = 3;

export interface SentRequest extends Sent {
  /** Bytes of the body, without compression. */
  readonly bytes: number;
  /** Absent: by the bytes of the request. */
  readonly maxPeakBytes?: number;
  /** Further figures of an accepted request. */
  readonly accepted?: (cpuMs: number, answered: Answered) => Figures;
}

/** Sends one request, and returns what it cost the process. */
export async function measureRequest(
  service: ObservedService,
  asked: SentRequest,
  carefully: boolean,
): Promise<Measured> {
  const measured: Measured[] = [];
  for (let tries = carefully ? carefulTries : 1; tries > 0; tries--) {
    if (carefully) await service.heapBytes();
    measured.push(await measureOnce(service, asked));
    if (measured.at(-1)!.outcome === 'failed') return measured.at(-1)!;
  }
  return { ...measured.at(-1)!, figures: takeLeast(measured.map(({ figures }) => figures)) };
}

async function measureOnce(service: ObservedService, asked: SentRequest): Promise<Measured> {
  const meter = service.meter();
  await service.longestTurnMs();
  meter.forgetPeak();
  const [cpuBefore, bytesBefore] = [meter.cpuMs(), meter.residentBytes()];
  const answered = await send(service, asked);
  const { bytes } = asked;
  const sentBytes = asked.body === undefined ? 0 : Buffer.byteLength(asked.body);
  const words = `${sentBytes} bytes sent, ${bytes} before compression: ${answered.status}, ${answered.bytes} bytes`;
  const isBroken = answered.isLate || (answered.status >= 500 && !honestRefusals.has(answered.status));
  // The end of a process may not have been noticed yet; then it reports no values.
  const turnMs = isBroken ? Number.NaN : await service.longestTurnMs();
  if (Number.isNaN(turnMs)) {
    const cpu = service.isRunning()
      ? `${Math.round(meter.cpuMs() - cpuBefore)} ms of CPU so far`
      : 'it ended';
    const end = `${words}; ${cpu}; ${service.lastWords()}`;
    await service.restart();
    return { outcome: 'failed', bytes, words: end, figures: { failures: { value: 2, most: 1 } } };
  }
  // The connection was closed during sending, as for heads and bodies that are far too large.
  if (answered.status === 0) return { outcome: 'too large', bytes, words, figures: {} };
  const cpuMs = meter.cpuMs() - cpuBefore;
  const peak = {
    value: Math.max(0, meter.peakBytes() - bytesBefore),
    most: asked.maxPeakBytes ?? maxPeakBytes(bytes),
  };
  if (answered.status < 400) {
    const figures = {
      peak_bytes: peak,
      turn_ms: { value: turnMs, most: bounds.turnMs },
      ...asked.accepted?.(cpuMs, answered),
    };
    return { outcome: 'accepted', bytes, words, figures };
  }
  return {
    outcome: answered.status === 413 ? 'too large' : 'refused',
    bytes,
    words,
    figures: {
      peak_bytes: peak,
      refusal_cpu_ms: { value: cpuMs, most: bounds.refusalCpuMs },
      refused_answer_bytes: { value: answered.bytes, most: bounds.refusedAnswerBytes },
    },
  };
}
