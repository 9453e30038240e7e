/** The weight of the built page, and the contrast of its colours: computed, not looked at. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ensureBuilt } from '@bunting/testing';
import { readBuiltFiles, type BuiltFile, type BuiltFiles } from '../../src/built-files.ts';

let files: BuiltFiles;
beforeAll(async () => {
  await ensureBuilt();
  files = readBuiltFiles(new URL('../../dist/web/', import.meta.url));
});

const kB = 1_000;
const bytesOf = ({ gzip, plain }: BuiltFile) => (gzip ?? plain).byteLength;
const namesOf = (text: string) =>
  [...text.matchAll(/([\w-]+-[\w-]{8}\.(?:js|css))/g)].map(([, name]) => name!);

/** Returns a chunk with all that it imports before it runs. */
function closureOf(names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    const file = files.assets.get(name);
    if (file === undefined || found.has(name)) return;
    found.add(name);
    const imported = [...file.plain.toString().matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)];
    for (const [, target] of imported) visit(target!);
  };
  names.forEach(visit);
  return found;
}

describe('what a browser loads', () => {
  it('is at most 190 kB in six scripts for the first screen: the frame and the list of features', () => {
    const list = [...files.assets.keys()].filter((name) => /^features-page-.*\.js$/.test(name));
    expect(list).toHaveLength(1);
    const first = closureOf([...namesOf(files.page), ...list]);
    const scripts = [...first].filter((name) => name.endsWith('.js'));
    const bytes = scripts.reduce((sum, name) => sum + bytesOf(files.assets.get(name)!), 0);
    expect(bytes).toBeGreaterThan(50 * kB);
    expect(bytes).toBeLessThanOrEqual(190 * kB);
    // A browser asks for six at a time where the proxy speaks HTTP/1.1.
    expect(scripts.length).toBeLessThanOrEqual(6);
  });

  it('is at most 40 kB for each further chunk, and 120 kB for the editor of documents', () => {
    const first = closureOf(namesOf(files.page));
    const further = [...files.assets].filter(([name]) => name.endsWith('.js') && !first.has(name));
    const most = (name: string) => (name.startsWith('code-mirror-') ? 120 : 40) * kB;
    for (const [name, file] of further) expect([name, bytesOf(file) <= most(name)]).toEqual([name, true]);
  });

  it('is at most 15 kB of styles and 55 kB of type faces', () => {
    const sum = (pattern: RegExp) =>
      [...files.assets]
        .filter(([name]) => pattern.test(name))
        .reduce((all, [, file]) => all + bytesOf(file), 0);
    expect(sum(/\.css$/)).toBeLessThanOrEqual(15 * kB);
    expect(sum(/\.woff2$/)).toBeLessThanOrEqual(55 * kB);
  });
});

describe('the contrast', () => {
  const css = readFileSync(new URL('../../web/design/tokens.css', import.meta.url), 'utf8');
  const tokens = new Map(
    [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
      name!,
      { light: light!, dark: dark! },
    ]),
  );
  const grounds = ['paper', 'card', 'sunk'];
  const marks = Array.from({ length: 8 }, (_, n) => [`v${n + 1}`, 4.4, grounds] as const);

  it.each([
    ['ink', 9.8, [...grounds, 'guard-soft', 'accent-soft']],
    ['soft', 5.6, grounds],
    ['accent', 6.4, [...grounds, 'accent-soft']],
    ['on-accent', 6.4, ['accent']],
    ['guard', 6.6, ['paper', 'card', 'guard-soft']],
    ['danger', 6.89, ['paper', 'card']],
    ['edge', 3.2, grounds],
    ...marks,
  ] as const)('of %s is at least %d on every ground that occurs', (name, least, on) => {
    for (const theme of ['light', 'dark'] as const) {
      for (const ground of on) {
        const ratio = contrast(tokens.get(name)![theme], tokens.get(ground)![theme]);
        expect([theme, ground, ratio >= least || ratio]).toEqual([theme, ground, true]);
      }
    }
  });

  it('of marks and names is enough on the shares of a bar, which are tinted', () => {
    for (const [theme, tint] of [
      ['light', 0.1],
      ['dark', 0.18],
    ] as const) {
      for (const [name] of marks) {
        const own = tokens.get(name)![theme];
        const share = mixed(own, tint, tokens.get('card')![theme]);
        const ratios = [own, tokens.get('ink')![theme]].map((each) => contrast(each, share));
        expect([theme, name, ratios[0]! >= 4.4, ratios[1]! >= 9.8]).toEqual([theme, name, true, true]);
      }
    }
  });
});

/** Mixes as `color-mix(in srgb, one part, other)` does. */
function mixed(one: string, part: number, other: string): string {
  const channels = [1, 3, 5].map((at) => {
    const [first, second] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round(first! * part + second! * (1 - part));
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Computes WCAG 2.2's contrast: (L1 + 0.05) / (L2 + 0.05). */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
