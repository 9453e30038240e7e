import type { BuntingError, ClientOptions } from './public/options.ts';
import type { Scope } from './scope.ts';

/** Reports a failure to the application. Never throws. */
export type Report = (code: BuntingError['code'], message: string) => void;

/** To `onError`, else to the console. */
export function createReport(scope: Scope, { onError }: ClientOptions, isClosed: () => boolean): Report {
  return (code, message) => {
    if (isClosed()) return;
    try {
      if (onError) onError({ code, message });
      else scope.console.warn(`Bunting: ${message}`);
    } catch {
      // There is nobody left to report it to.
    }
  };
}
