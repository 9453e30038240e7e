import { dimensionsOf, sizeIn, type Shape } from '../shapes/shape.ts';

/**
 * The smallest that still is over: halves one dimension after the other as long as that holds. `isOver` is asked at most
 * `mostTries` times.
 */
export async function minimise(
  shape: Shape,
  isOver: (shape: Shape) => Promise<boolean>,
  mostTries = 24,
): Promise<Shape> {
  let smallest = shape;
  let tries = 0;
  for (const dimension of dimensionsOf(shape)) {
    for (;;) {
      const size = sizeIn(smallest, dimension);
      const smaller = { ...smallest, [dimension]: Math.floor(size / 2) };
      if (size === 0 || tries++ >= mostTries || !(await isOver(smaller))) break;
      smallest = smaller;
    }
  }
  return smallest;
}
