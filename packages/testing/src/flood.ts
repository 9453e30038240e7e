/** Sends many requests to a service that trusts its proxy, as from many addresses. */

/** Sends `times` requests, `atOnce` of them at a time, and resolves with the number of each status. */
export async function flood(
  times: number,
  atOnce: number,
  send: (n: number) => Promise<number>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  let next = 0;
  async function worker(): Promise<void> {
    while (next < times) {
      const status = await send(next++);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker));
  return counts;
}

/** Sends a body with an environment key, as if it came from the address, and resolves with the status. */
export async function postFrom(
  address: string,
  url: string,
  { key, body }: { readonly key: string; readonly body: string },
): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'X-Forwarded-For': address },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}
