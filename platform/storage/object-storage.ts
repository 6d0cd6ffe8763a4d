import { SECOND } from "#contract/time.ts";
import { describeAnswer, readElement, RefusedForGood, StorageFailure } from "./storage-failure.ts";
import { askStorage, type StorageRequest, type Timing } from "./storage-requests.ts";
import type { StorageSettings } from "./storage-settings.ts";

/** Objects in a bucket, by their keys below the prefix of the settings. What is there is never changed, only added to. */
export interface ObjectStorage {
  /** As people read it. */
  name: string;
  /** The whole object; null when there is none. @throws StorageFailure */
  read(key: string): Promise<Buffer | null>;
  /** All of it is there afterwards, or nothing of it. @throws StorageFailure */
  write(key: string, bytes: Buffer, type: string): Promise<void>;
  /** Sizes in bytes of all objects whose keys begin so. @throws StorageFailure */
  list(start: string): Promise<ReadonlyMap<string, number>>;
}

const MB = 1_000_000;

const TIMING: Timing = {
  stallMs: 5 * SECOND,
  totalMs: 60 * SECOND,
  mostBytes: 128 * MB,
  pausesMs: [200, 800],
};

export function createObjectStorage(settings: StorageSettings, timing: Partial<Timing> = {}): ObjectStorage {
  const { name, bucketUrl, prefix } = settings;
  const limits = { ...TIMING, ...timing };
  const ask = (request: StorageRequest) => askStorage(settings, request, limits);
  const toUrl = (key: string) => new URL(`${bucketUrl}/${prefix}${key}`);
  return {
    name,
    async read(key) {
      const { status, bytes } = await ask({ method: "GET", url: toUrl(key) });
      return status === 404 ? null : bytes;
    },
    async write(key, body, type) {
      if (body.length > limits.mostBytes)
        throw new RefusedForGood(`${key} is too long for the storage: at most ${limits.mostBytes / MB} MB.`);
      const headers = { "content-type": type };
      const { status } = await ask({ method: "PUT", url: toUrl(key), body, headers });
      if (status === 404) throw describeAnswer(settings, 404, "");
    },
    async list(start) {
      const sizes = new Map<string, number>();
      const begun = new Set<string>();
      let after: string | undefined;
      do {
        if (after !== undefined && begun.has(after))
          throw new StorageFailure(`The list of the storage ${name} has no end.`);
        if (after !== undefined) begun.add(after);
        const url = buildListUrl(bucketUrl, prefix + start, after);
        const { status, bytes } = await ask({ method: "GET", url });
        if (status === 404) throw describeAnswer(settings, 404, "");
        after = readPart(bytes.toString(), prefix, sizes);
      } while (after !== undefined);
      return sizes;
    },
  };
}

/** The address of a list's part: the first, or the one that begins at `after`. */
function buildListUrl(bucketUrl: string, prefix: string, after: string | undefined): URL {
  const query = {
    ...(after !== undefined && { "continuation-token": after }),
    "list-type": "2",
    prefix,
  };
  // Not by URLSearchParams: a space has to be sent as it is signed, %20.
  const parts = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return new URL(`${bucketUrl}?${parts.join("&")}`);
}

/** Adds a part of a list to the sizes; returns where the next part begins. */
function readPart(xml: string, prefix: string, sizes: Map<string, number>): string | undefined {
  for (const [, object = ""] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = readElement(object, "Key");
    if (key?.startsWith(prefix)) sizes.set(key.slice(prefix.length), Number(readElement(object, "Size")));
  }
  return readElement(xml, "IsTruncated") === "true" ? readElement(xml, "NextContinuationToken") : undefined;
}
