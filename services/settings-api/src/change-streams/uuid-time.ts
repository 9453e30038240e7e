/** Returns the time at which a record's id was generated (UUID, version 7). */
export const timeOfId = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
