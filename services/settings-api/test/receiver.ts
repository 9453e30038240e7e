import { startTestReceiver, type TestReceiver } from '@bunting/testing';

/** A receiver of webhooks. */
export interface Receiver extends TestReceiver {
  /** Its answer from now on. */
  answer: { status: number; text: string };
}

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = Object.assign(
    await startTestReceiver((res) => res.writeHead(receiver.answer.status).end(receiver.answer.text)),
    { answer: { status: 204, text: '' } },
  );
  return receiver;
}
