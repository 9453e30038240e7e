import { createServerClient, type ServerClient, type ServerClientOptions } from '@bunting/node';
import type { LocalClient } from '@bunting/node/local';
import {
  OpenFeatureEventEmitter,
  type EvaluationContext,
  type JsonValue,
  type Provider,
  type ResolutionDetails,
  type TrackingEventDetails,
} from '@openfeature/server-sdk';
import { follow, type Settle } from './follow.ts';
import { toResolution, type Details } from './to-resolution.ts';
import { toTrackOptions } from './to-track-options.ts';
import { toUser } from './to-user.ts';

/**
 * Bunting in OpenFeature's SDK for servers, over a client of `@bunting/node`: a remote one that it makes from options, or the remote or
 * local one that it is given, which stays the application's to close. Throws a TypeError that lists all wrong options.
 * @example
 * await OpenFeature.setProviderAndWait(new BuntingServerProvider({ url: 'https://flags.shop.example', key: process.env.BUNTING_KEY }));
 * await OpenFeature.getClient().getBooleanValue('checkout-enabled', false, { targetingKey: 'user-7' });
 */
export class BuntingServerProvider implements Provider {
  /** The provider's name in hooks and events. */
  readonly metadata = { name: 'bunting' };
  /** The SDK for pages refuses it. */
  readonly runsOn = 'server';
  /** The emitter that the SDK listens to. */
  readonly events = new OpenFeatureEventEmitter();
  /** Absent where the client is the application's. */
  readonly #options: ServerClientOptions | undefined;
  #client: ServerClient | LocalClient;
  #settle: Settle | undefined;
  #isClosed = false;

  constructor(given: ServerClientOptions | ServerClient | LocalClient = {}) {
    if ('forUser' in given) this.#client = given;
    else this.#client = createServerClient((this.#options = given));
  }

  /**
   * Waits until the client is ready. The SDK calls it, and allows evaluations when it resolves. A remote client is
   * ready at once.
   */
  async initialize(): Promise<void> {
    if (this.#isClosed && this.#options !== undefined) this.#client = createServerClient(this.#options);
    this.#isClosed = false;
    const client = this.#client;
    if (!('ready' in client)) return;
    this.#settle ??= follow(client, this.events, () => 'GENERAL');
    return this.#settle(() => client.ready());
  }

  /** Sends the queued events and closes the client. The SDK calls it when the provider is replaced. */
  async onClose(): Promise<void> {
    this.#isClosed = true;
    await (this.#options === undefined ? this.#client.flush() : this.#client.close());
  }

  /** Reads a variable of the context's user. */
  resolveBooleanEvaluation(
    key: string,
    fallback: boolean,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<boolean>> {
    return this.#resolve(key, fallback, context);
  }

  /** Resolves a text. */
  resolveStringEvaluation(
    key: string,
    fallback: string,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<string>> {
    return this.#resolve(key, fallback, context);
  }

  /** Resolves a number. */
  resolveNumberEvaluation(
    key: string,
    fallback: number,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<number>> {
    return this.#resolve(key, fallback, context);
  }

  /** Resolves any JSON value. */
  resolveObjectEvaluation<T extends JsonValue>(
    key: string,
    fallback: T,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<T>> {
    return this.#resolve(key, fallback, context);
  }

  /** Records an event of the context's user, with the `value` and the `variable` or variables of the details. */
  track(event: string, context: EvaluationContext, details: TrackingEventDetails): void {
    this.#client.track(event, toUser(context), toTrackOptions(details));
  }

  async #resolve<T extends JsonValue>(
    key: string,
    fallback: T,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<T>> {
    const details = (await this.#client.details(key, fallback, toUser(context))) as Details<T>;
    return toResolution(key, details, details.split);
  }
}
