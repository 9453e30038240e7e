import type { Project } from './vectors/project.ts';
import type { Send } from './http/send.ts';

/** Why the vectors cannot run against a server at all, so that it is said once instead of by every case. */
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
