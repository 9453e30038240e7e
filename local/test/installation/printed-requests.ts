/** Sends the request that the command prints, as a person would who copies it. */
export async function askAsPrinted(output: string): Promise<{ answer: object; printed: object }> {
  const [, url, key, body] = /curl (\S+) \\\n\s+-H 'X-API-Key: (\S+)' .*\\\n\s+-d '(.*)'/.exec(output)!;
  const printed = output.split('\n').find((line) => line.trim().startsWith('{"key"'))!;
  const response = await fetch(url!.replace('localhost', '127.0.0.1'), {
    method: 'POST',
    headers: { 'X-API-Key': key! },
    body: body!,
  });
  return { answer: withoutTrace(await response.json()), printed: withoutTrace(JSON.parse(printed)) };
}

/** Runs the snippet for pages that the command prints, as a page of some site. */
export async function askAsPage(output: string): Promise<{ answer: object; allowed: string | null }> {
  const [, url, body] = /fetch\('(\S+)', \{\s+method: 'POST',\s+body: JSON\.stringify\((.*)\),/.exec(output)!;
  const response = await fetch(url!.replace('localhost', '127.0.0.1'), {
    method: 'POST',
    headers: { Origin: 'https://shop.example', 'Content-Type': 'text/plain;charset=UTF-8' },
    body: body!.replaceAll(/(\w+):/g, '"$1":').replaceAll("'", '"'),
  });
  const allowed = response.headers.get('access-control-allow-origin');
  return { answer: (await response.json()) as object, allowed };
}

function withoutTrace(result: unknown): object {
  return { ...(result as object), evaluation_trace: undefined };
}
