import { limits } from '../definition/limits.ts';
import { bucketAfter, type BucketPurpose, type Salting } from '../values/bucket.ts';
import { formatDecimal } from '../values/decimal.ts';
import { foldCase } from '../values/fold-case.ts';
import { parseInstant } from '../values/instant.ts';
import { parsePeerAddress, type IpAddress } from '../values/ip-address.ts';
import { createScalarSet, type ScalarSet } from '../values/scalar-set.ts';
import { formatVersion, parseVersion, type Version } from '../values/version.ts';

/** Buckets of one feature, by bucketing key. */
interface Buckets {
  readonly salting: Salting;
  readonly rollout: Map<string, number>;
  readonly split: Map<string, number>;
}

/** Values that conditions derive from a user's attributes, each once per request, on demand. */
export class DerivedValues {
  private lowered: Map<string, string> | undefined = undefined;
  private versions: Map<string, Version | undefined> | undefined = undefined;
  private versionTexts: Map<string, string | undefined> | undefined = undefined;
  private instants: Map<string, number | undefined> | undefined = undefined;
  private addresses: Map<string, IpAddress | undefined> | undefined = undefined;
  private foldedLists: Map<readonly unknown[], readonly unknown[]> | undefined = undefined;
  private sets: Map<readonly unknown[], ScalarSet> | undefined = undefined;
  private number = 0;
  private decimal = '0';
  private buckets: Buckets | undefined = undefined;

  lowerCaseOf(text: string): string {
    return derive((this.lowered ??= new Map<string, string>()), text, foldCase);
  }

  versionOf(text: string): Version | undefined {
    return derive((this.versions ??= new Map<string, Version | undefined>()), text, parseVersion);
  }

  versionTextOf(text: string): string | undefined {
    return derive((this.versionTexts ??= new Map<string, string | undefined>()), text, (original) => {
      const version = this.versionOf(original);
      return version && formatVersion(version);
    });
  }

  instantOf(text: string): number | undefined {
    return derive((this.instants ??= new Map<string, number | undefined>()), text, parseInstant);
  }

  addressOf(text: string): IpAddress | undefined {
    return derive((this.addresses ??= new Map<string, IpAddress | undefined>()), text, parsePeerAddress);
  }

  /** Remembers one number, because a `Map` of them could be made slow (`ScalarSet`). The rules of a feature mostly have one bucketing key. */
  decimalOf(value: number): string {
    if (value !== this.number) {
      this.number = value;
      this.decimal = formatDecimal(value);
    }
    return this.decimal;
  }

  foldedListOf(list: readonly unknown[]): readonly unknown[] {
    return derive((this.foldedLists ??= new Map<readonly unknown[], readonly unknown[]>()), list, foldList);
  }

  setOf(list: readonly unknown[]): ScalarSet {
    return derive((this.sets ??= new Map<readonly unknown[], ScalarSet>()), list, createScalarSet);
  }

  /** Returns the bucket. The most recently requested feature caches its buckets. */
  bucketOf(salting: Salting, purpose: BucketPurpose, key: string): number {
    if (this.buckets === undefined || this.buckets.salting !== salting) {
      this.buckets = { salting, rollout: new Map(), split: new Map() };
    }
    return derive(this.buckets[purpose], key, () => bucketAfter(salting[purpose], key));
  }
}

function foldList(list: readonly unknown[]): readonly unknown[] {
  const folded: unknown[] = [];
  for (const entry of list) {
    if (typeof entry !== 'string') folded.push(entry);
    else if (entry.length <= limits.maxTextLength) folded.push(foldCase(entry));
  }
  return folded;
}

function derive<From, T>(known: Map<From, T>, from: From, compute: (from: From) => T): T {
  const value = known.get(from);
  if (value !== undefined || known.has(from)) return value as T;
  const computed = compute(from);
  known.set(from, computed);
  return computed;
}
