import { bounds, leastOf, maxPeakBytes, type Figures } from '../bounds.ts';
import type { ObservedService } from '../installation/observed-service.ts';
import { send, type Answered, type Sent } from '../send.ts';
import type { Measured } from './hunt.ts';

/** A class of answers that says: I am busy or cannot, not: I broke. */
const honestRefusals = new Set([503, 507]);
const carefulTries = 3;

export interface Asked extends Sent {
  /** Of the body, without compression. */
  readonly bytes: number;
  /** Absent: what its bytes give it. */
  readonly maxPeakBytes?: number;
  /** What an accepted request is measured by besides. */
  readonly accepted?: (cpuMs: number, answered: Answered) => Figures;
}

/** Sends one request, and tells what it cost the process. */
export async function measureRequest(
  service: ObservedService,
  asked: Asked,
  carefully: boolean,
): Promise<Measured> {
  const measured: Measured[] = [];
  for (let tries = carefully ? carefulTries : 1; tries > 0; tries--) {
    if (carefully) await service.heapBytes();
    measured.push(await measureOnce(service, asked));
    if (measured.at(-1)!.outcome === 'failed') return measured.at(-1)!;
  }
  return { ...measured.at(-1)!, figures: leastOf(measured.map(({ figures }) => figures)) };
}

async function measureOnce(service: ObservedService, asked: Asked): Promise<Measured> {
  const meter = service.meter();
  await service.longestTurnMs();
  meter.forgetPeak();
  const [cpuBefore, bytesBefore] = [meter.cpuMs(), meter.residentBytes()];
  const answered = await send(service, asked);
  const { bytes } = asked;
  const sentBytes = asked.body === undefined ? 0 : Buffer.byteLength(asked.body);
  const words = `${sentBytes} bytes sent, ${bytes} before compression: ${answered.status}, ${answered.bytes} bytes`;
  const isBroken = answered.isLate || (answered.status >= 500 && !honestRefusals.has(answered.status));
  // One that has just ended may not have been noticed yet: then it says nothing.
  const turnMs = isBroken ? Number.NaN : await service.longestTurnMs();
  if (Number.isNaN(turnMs)) {
    const cpu = service.isRunning()
      ? `${Math.round(meter.cpuMs() - cpuBefore)} ms of CPU so far`
      : 'it ended';
    const end = `${words}; ${cpu}; ${service.lastWords()}`;
    await service.restart();
    return { outcome: 'failed', bytes, words: end, figures: { failures: { value: 2, most: 1 } } };
  }
  // Cut off while it was still being sent, as heads and bodies are that are far too large.
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
