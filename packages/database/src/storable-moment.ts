/** The first moment that PostgreSQL stores, in milliseconds since 1970: 24 November -4713. The last one is later than any Date. */
export const minMomentMs = Date.UTC(-4713, 10, 24);
