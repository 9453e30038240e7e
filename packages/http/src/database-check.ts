export type DatabaseCheck = () => Promise<boolean>;

/**
 * Whether the database answers within `timeoutMs`. Callers at the same time share one question, so that probes of a
 * database that hangs do not pile up connections.
 */
export function createDatabaseCheck(options: {
  /** Asks the database anything; rejects when it cannot. */
  ask: () => Promise<unknown>;
  timeoutMs?: number;
}): DatabaseCheck {
  const { ask, timeoutMs = 1000 } = options;
  let asking: Promise<boolean> | undefined;
  return async () => {
    asking ??= ask()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (asking = undefined));
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<false>((resolve) => (timer = setTimeout(resolve, timeoutMs, false)));
    try {
      return await Promise.race([asking, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
}
