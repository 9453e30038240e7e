/** The build makes tokens of it (vite.config.ts). */
declare module '*.md' {
  const tokens: import('./design/markdown.tsx').Tokens;
  export default tokens;
}
