import { createClient, type Client, type ClientOptions } from '@bunting/client';
import {
  OpenFeatureEventEmitter,
  type EvaluationContext,
  type JsonValue,
  type Provider,
  type ResolutionDetails,
  type TrackingEventDetails,
} from '@openfeature/web-sdk';
import { follow, type Settle } from './follow.ts';
import { toResolution, type Details } from './to-resolution.ts';
import { toTrackOptions } from './to-track-options.ts';
import { toUser } from './to-user.ts';

/** The options of `BuntingWebProvider`: those of `createClient`, without the user, which is the context. */
export interface BuntingWebProviderOptions extends Omit<ClientOptions, 'user' | 'userSignature'> {
  /** The signature of the context's user, made by your server, for environments that require signed users. */
  signatureOf?: ((context: EvaluationContext) => string | undefined) | undefined;
}

/**
 * Bunting in OpenFeature's SDK for pages. With wrong options it is `PROVIDER_FATAL`, and `onError` gets all of them.
 * @example
 * await OpenFeature.setContext({ targetingKey: 'user-7' });
 * await OpenFeature.setProviderAndWait(new BuntingWebProvider({ url: 'https://flags.shop.example', key: '…-8c11-…' }));
 * OpenFeature.getClient().getBooleanValue('checkout-enabled', false);
 */
export class BuntingWebProvider implements Provider {
  /** The provider's name in hooks and events. */
  readonly metadata = { name: 'bunting' };
  /** The SDK for servers refuses it. */
  readonly runsOn = 'client';
  /** It serves one user, so the SDK must not bind it to two domains, whose contexts may differ. */
  readonly domainScoped = true;
  /** The emitter that the SDK listens to. */
  readonly events = new OpenFeatureEventEmitter();
  readonly #options: BuntingWebProviderOptions;
  #client: Client;
  #settle: Settle | undefined;

  constructor(options: BuntingWebProviderOptions) {
    this.#options = options;
    // The user is known when the SDK calls `initialize`. Until then the client sends no request.
    this.#client = createClient({ ...options, offline: true, onError: () => {} });
  }

  /**
   * Sets the user. The SDK calls it with the context, and allows evaluations when it resolves, or serves the stored values of
   * this user.
   */
  async initialize(context: EvaluationContext = {}): Promise<void> {
    void this.onClose();
    const { onError } = this.#options;
    let isRefused = false;
    const client = createClient({
      ...this.#options,
      user: toUser(context),
      userSignature: this.#options.signatureOf?.(context),
      onError(error) {
        isRefused = error.code === 'refused' || error.code === 'options';
        if (onError) onError(error);
        // oxlint-disable-next-line no-console -- nobody else listens
        else console.warn(`Bunting: ${error.message}`);
      },
    });
    this.#client = client;
    this.#settle = follow(client, this.events, () => (isRefused ? 'PROVIDER_FATAL' : 'GENERAL'));
    // The request's own time-out ends the wait days before.
    return this.#settle(() => client.ready({ timeoutMs: 1e9 }));
  }

  /** Changes the user. The SDK calls it when the context changes, and is reconciling until it resolves. */
  async onContextChange(_old: EvaluationContext, context: EvaluationContext): Promise<void> {
    const options = { signature: this.#options.signatureOf?.(context) } as { signature: string };
    return this.#settle?.(() => this.#client.identify(toUser(context), options));
  }

  /** Sends or stores the queued events. The SDK calls it when the provider is replaced. */
  onClose(): Promise<void> {
    return this.#client.close();
  }

  /** Reads a variable; the first read by a split or a rollout is recorded as an exposure. */
  resolveBooleanEvaluation(key: string, fallback: boolean): ResolutionDetails<boolean> {
    return this.#resolve(key, fallback);
  }

  /** Resolves a text. */
  resolveStringEvaluation(key: string, fallback: string): ResolutionDetails<string> {
    return this.#resolve(key, fallback);
  }

  /** Resolves a number. */
  resolveNumberEvaluation(key: string, fallback: number): ResolutionDetails<number> {
    return this.#resolve(key, fallback);
  }

  /** Resolves any JSON value. */
  resolveObjectEvaluation<T extends JsonValue>(key: string, fallback: T): ResolutionDetails<T> {
    return this.#resolve(key, fallback);
  }

  /** Records an event of the present user, with the `value` and the `variable` or variables of the details. */
  track(event: string, _context: EvaluationContext, details: TrackingEventDetails): void {
    this.#client.track(event, toTrackOptions(details));
  }

  #resolve<T extends JsonValue>(key: string, fallback: T): ResolutionDetails<T> {
    const details = this.#client.details(key, fallback) as Details<T>;
    return toResolution(key, details, this.#client.all().results[key.toLowerCase()]?.split);
  }
}
