/** Identities of one organisation and month that are already counted, as far as this process knows, with their hashes. */
export interface CountedUsers {
  has(identity: string): boolean;
  add(identity: string, userHash: string): void;
  hashes(): Iterable<string>;
  /** Frees the memory; the users are unknown again. */
  forget(): void;
}

/** Longer identities are left out, so that a few large ones cannot fill the memory. */
const maxIdentityLength = 128;

/**
 * Creates memory for counted users, shared by all organisations: at most twice `usersPerGeneration`. When the young
 * generation is full it becomes the old one, and the old one is dropped; a user who is seen again in time becomes young
 * again.
 */
export function createCountedUsersMemory(usersPerGeneration: number): { open(): CountedUsers } {
  let youngUsers = 0;
  const opened = new Set<{ age(): void }>();

  function makeRoom(): void {
    if (youngUsers < usersPerGeneration) return;
    for (const users of opened) users.age();
    youngUsers = 0;
  }

  return {
    open() {
      let young = new Map<string, string>();
      let old = new Map<string, string>();
      const users = {
        age() {
          old = young;
          young = new Map();
        },
        has(identity: string): boolean {
          if (young.has(identity)) return true;
          const hash = old.get(identity);
          if (hash === undefined) return false;
          users.add(identity, hash);
          return true;
        },
        add(identity: string, userHash: string) {
          if (identity.length > maxIdentityLength || young.has(identity)) return;
          makeRoom();
          young.set(identity, userHash);
          youngUsers++;
        },
        *hashes() {
          yield* old.values();
          yield* young.values();
        },
        forget() {
          opened.delete(users);
          youngUsers -= young.size;
          young.clear();
          old.clear();
        },
      };
      opened.add(users);
      return users;
    },
  };
}
