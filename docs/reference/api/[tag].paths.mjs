import { listApiPages } from '../../.vitepress/build/api/pages.mjs';

/** The pages of the API, which are made of docs/openapi.json. */
export default {
  watch: ['../../openapi.json'],
  paths: () => listApiPages().map(({ tag, markdown }) => ({ params: { tag }, content: markdown })),
};
