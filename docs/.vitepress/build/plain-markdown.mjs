/** Escapes `{{` in texts, which Vue would evaluate: pages are only Markdown. */
export function escapeBraces(md) {
  const escape = (render) => (tokens, index, options, env, self) =>
    render(tokens, index, options, env, self).replaceAll('{{', '&#123;&#123;');
  for (const name of ['text', 'code_inline']) md.renderer.rules[name] = escape(md.renderer.rules[name]);
}
