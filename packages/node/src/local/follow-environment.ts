import type { Runtime } from '../schedule/runtime.ts';
import { createDatafileCopy } from './datafile-copy.ts';
import { followStream } from './follow-stream.ts';
import type { LocalParts } from './local-parts.ts';
import { openStreamOverHttp, openStreamWith } from './open-stream.ts';
import type { LocalClientOptions } from './public-client.ts';
import { synchronize } from './synchronize.ts';

/** The subscription that keeps the environment up to date. */
export interface Following {
  /** Resolves when the first request has succeeded or failed. Never rejects. */
  readonly started: Promise<void>;
  /** Resolves when the copy on disk is written. */
  stop(): Promise<void>;
}

/** Loads the datafile, then follows the stream of changes. */
export function followEnvironment(
  runtime: Runtime,
  { file, stream, fetch }: LocalClientOptions,
  { applied, reporter, requester, createGate, environment }: LocalParts,
  listeners: Pick<Parameters<typeof synchronize>[0], 'onChange' | 'onStatus'>,
): Following {
  const { url, key } = applied;
  const sync = synchronize({
    environment,
    requester,
    gate: createGate(),
    runtime,
    reporter,
    copy: file === undefined ? undefined : createDatafileCopy(file, key, reporter),
    ...listeners,
  });
  let isStopped = false;
  let stopStream = () => {};
  async function followChanges(): Promise<void> {
    await sync.started;
    if (stream === false || isStopped) return;
    stopStream = followStream({
      openStream: fetch === undefined ? openStreamOverHttp : openStreamWith(fetch),
      url,
      key,
      gate: createGate(),
      runtime,
      reporter,
      version: () => environment.loaded?.version,
      onVersion: (version) => sync.refresh(version),
      onReliable: (isReliable) => sync.setReliable(isReliable),
    });
  }
  void followChanges();
  return {
    started: sync.started,
    stop() {
      isStopped = true;
      stopStream();
      return sync.stop();
    },
  };
}
