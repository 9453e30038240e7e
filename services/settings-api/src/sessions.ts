import type { IncomingMessage } from 'node:http';
import type { SignedIn } from './caller.ts';

/** Who is signed in, by the session cookie. */
export interface Sessions {
  find(req: IncomingMessage): Promise<SignedIn | undefined>;
}
