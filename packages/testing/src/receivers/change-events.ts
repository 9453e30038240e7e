interface SentEvent {
  readonly type: string;
  readonly data: {
    readonly feature?: { readonly key: string };
    readonly environment?: string;
    readonly variable?: string;
    readonly variation?: string | null;
    readonly member?: { readonly email: string };
  };
}

/**
 * Returns a line for each webhook body, for comparisons: the kind of the event, then its subject, environment, variable and
 * variation.
 */
export function formatChangeEvents(bodies: readonly string[]): string[] {
  return bodies.map((body) => {
    const { type, data } = JSON.parse(body) as SentEvent;
    const subject = [
      data.feature?.key ?? data.member?.email,
      data.environment,
      data.variable,
      data.variation,
    ];
    return [type, ...subject.filter((each) => each !== undefined)].join(' ');
  });
}
