export async function welcome(port: number, applied: object): Promise<string> {
  return `Bunting is ready in ${(performance.now() / 1000).toFixed(1)} s: http://localhost:${port}`;
}
