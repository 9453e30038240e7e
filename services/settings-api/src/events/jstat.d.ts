/** The part of jstat that we use; it has no types. */
declare module 'jstat' {
  interface Distributions {
    readonly normal: {
      cdf(x: number, mean: number, deviation: number): number;
      inv(probability: number, mean: number, deviation: number): number;
    };
    readonly studentt: { inv(probability: number, degreesOfFreedom: number): number };
  }
  const jStat: Distributions;
  export default jStat;
}
