/** Describes a request or a definition: words say what it is made of, numbers how much of it (its dimensions). */
export type Shape = Readonly<Record<string, string | number>>;

/**
 * Returns the name with which a shape is reported and replayed: `json route=POST:/settings/v1/session at=? box=list
 * width=4096`.
 */
export function formatShape(hunt: string, shape: Shape): string {
  const words = Object.entries(shape).map(([name, value]) => `${name}=${encode(String(value))}`);
  return [hunt, ...words].join(' ');
}

/** Throws for a text that is no name of a shape. */
export function parseShape(name: string): { hunt: string; shape: Shape } {
  const [hunt, ...words] = name.trim().split(/\s+/);
  const entries = words.map((word) => {
    const [, key, value] = /^([\w.]+)=(.*)$/.exec(word) ?? [];
    if (key === undefined) throw new Error(`"${word}" is no part of a shape: write name=value.`);
    return [key, /^\d+$/.test(value!) ? Number(value) : decodeURIComponent(value!)] as const;
  });
  if (hunt === undefined || hunt === '') throw new Error('A shape begins with the name of a hunt.');
  return { hunt, shape: Object.fromEntries(entries) };
}

export const wordIn = (shape: Shape, name: string) => String(shape[name] ?? '');
export const sizeIn = (shape: Shape, name: string) => Number(shape[name] ?? 0);

export function getAxes(shape: Shape): string[] {
  return Object.keys(shape).filter((name) => typeof shape[name] === 'number');
}

function encode(text: string): string {
  return text.replaceAll(/[%\s]/g, (character) => encodeURIComponent(character));
}
