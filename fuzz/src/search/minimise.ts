import { getAxes, sizeIn, type Shape } from '../shapes/shape.ts';

/**
 * Finds a smaller shape that still exceeds the bound: halves one dimension after the other while that is so, and while tries
 * and time are left.
 */
export async function minimise(
  shape: Shape,
  isOver: (shape: Shape) => Promise<boolean>,
  { maxTries = 8, maxMs = 4_000 } = {},
): Promise<Shape> {
  const end = performance.now() + maxMs;
  let smallest = shape;
  let tries = 0;
  for (const axis of getAxes(shape)) {
    for (;;) {
      const size = sizeIn(smallest, axis);
      const smaller = { ...smallest, [axis]: Math.floor(size / 2) };
      if (size === 0 || tries++ >= maxTries || performance.now() > end) break;
      if (!(await isOver(smaller))) break;
      smallest = smaller;
    }
  }
  return smallest;
}
