/** The answer of `/readyz`: whether load balancers should send requests to this process. */
export interface Readiness {
  isReady(): Promise<boolean>;
  /** Makes `isReady` false, so that load balancers send no more requests. */
  end(): void;
}

/** Creates a readiness that is true while `canWork` returns true and the process has not begun to stop. */
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
