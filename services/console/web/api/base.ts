/** The path of PUBLIC_URL without a trailing slash, '' or '/flags'. The server writes it into the page. */
export const base =
  document.querySelector<HTMLMetaElement>('meta[name="bunting-base"]')?.content.replace(/\/$/, '') ?? '';

/** The path of the documentation, which the console's server serves. */
export const documentation = `${base}/docs/`;
