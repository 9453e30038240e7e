/** Ids of records begin with the time at which they were made (UUID, version 7). */
export const timeOfId = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
