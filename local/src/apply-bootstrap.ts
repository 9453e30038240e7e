export async function applyBootstrap(o: {
  file: string | undefined;
  databaseUrl: string;
  redisUrl: string;
}): Promise<object> {
  return {};
}
