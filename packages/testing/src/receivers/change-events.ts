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

/** Bodies of webhooks in a line each, to compare with: the kind, then what it is about. */
export function changeEventsOf(bodies: readonly string[]): string[] {
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
