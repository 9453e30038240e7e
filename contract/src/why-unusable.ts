import type { Project } from './vectors/project.ts';
import type { Send } from './http/send.ts';

/**
 * Explains why a server cannot run the vectors at all; undefined if it can. Otherwise every case would report the same
 * failure.
 */
export async function whyUnusable(send: Send, { environmentKey }: Project): Promise<string | undefined> {
  try {
    const { status } = await send({
      method: 'POST',
      path: '/v1/variables',
      headers: { 'X-API-Key': environmentKey, 'Content-Type': 'application/json' },
      body: '{"keys":[]}',
    });
    return status === 401 ? "the fixture's keys are unknown there, so it is not loaded." : undefined;
  } catch (error) {
    return `nothing answers. ${String(error)}`;
  }
}
