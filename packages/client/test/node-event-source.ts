import type { EventSourceLike } from '../src/platform.ts';

/** An EventSource for Node.js 20: it reconnects by itself, with Last-Event-ID, unless the answer is an error. */
export class NodeEventSource implements EventSourceLike {
  readyState = 0;
  onopen: EventSourceLike['onopen'] = null;
  onmessage: EventSourceLike['onmessage'] = null;
  readonly #url: string;
  readonly #aborter = new AbortController();
  #lastEventId = '';

  constructor(url: string) {
    this.#url = url;
    void this.#run();
  }
  close(): void {
    this.readyState = 2;
    this.#aborter.abort();
  }
  async #run(): Promise<void> {
    while (this.readyState < 2) {
      const status = await this.#read().catch(() => 0);
      if (this.readyState === 2) return;
      this.readyState = status === 0 || status === 200 ? 0 : 2;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  async #read(): Promise<number> {
    const { signal } = this.#aborter;
    const headers = { ...(this.#lastEventId && { 'last-event-id': this.#lastEventId }) };
    const answer = await fetch(this.#url, { headers, signal });
    if (answer.status !== 200) return answer.status;
    this.readyState = 1;
    this.onopen?.();
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body!) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) this.#dispatch(block);
    }
    return 200;
  }
  #dispatch(block: string): void {
    const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
    this.#lastEventId = fields.get('id') ?? this.#lastEventId;
    const data = fields.get('data');
    if (data !== undefined) this.onmessage?.({ data, lastEventId: this.#lastEventId });
  }
}
