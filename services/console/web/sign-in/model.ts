/** Where to go after signing in: an address of this console, and nothing that leads elsewhere. */
export function safeReturn(given: string | undefined): string {
  const isOurs = given !== undefined && /^\/(?![/\\])[^\\]*$/.test(given) && !given.startsWith('/sign-in');
  return isOurs ? given : '/';
}
