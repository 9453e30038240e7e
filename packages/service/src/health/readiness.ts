/** What `/readyz` answers: whether load balancers should send requests to this process. */
export interface Readiness {
  isReady(): Promise<boolean>;
  /** From now on `isReady` is false, so that load balancers send no more requests. */
  end(): void;
}

/** Ready as long as `canWork` says so and the process has not begun to stop. */
export function createReadiness(canWork: () => boolean | Promise<boolean>): Readiness {
  let hasEnded = false;
  return {
    async isReady() {
      return !hasEnded && (await canWork());
    },
    end() {
      hasEnded = true;
    },
  };
}
