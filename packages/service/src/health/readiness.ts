export interface Readiness {
  isReady(): Promise<boolean>;
  /** From now on this process wants no more requests. */
  end(): void;
}

/** Ready as long as the process can do its work (whatever else is unwell) and has not begun to stop. */
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
