import { listReadmes } from '../.vitepress/build/readmes.mjs';

/** The READMEs of packages and charts. */
export default {
  paths: () => listReadmes().map(({ name, markdown }) => ({ params: { name }, content: markdown })),
};
