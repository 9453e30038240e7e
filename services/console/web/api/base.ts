/** The path of PUBLIC_URL, without a slash at its end, which the server writes into the page: '' or '/flags'. */
export const base =
  document.querySelector<HTMLMetaElement>('meta[name="bunting-base"]')?.content.replace(/\/$/, '') ?? '';
