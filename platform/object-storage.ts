import { setTimeout as pause } from "node:timers/promises";
import { SECOND } from "#contract/time.ts";
import { canonicalQuery, hashBody, signAwsRequest } from "./sign-aws-request.ts";
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

/** The storage did not do what was asked; the message is for the shop's owner. */
export class StorageFailure extends Error {
  override readonly name = "StorageFailure";
}

interface Timing {
  /** So long nothing at all may come. */
  stallMs: number;
  /** Between one attempt and the next; as many attempts more as there are pauses. */
  pausesMs: readonly number[];
}

const TIMING: Timing = { stallMs: 5 * SECOND, pausesMs: [200, 800] };

/** An upload gets that much more time for each of its bytes: 50 KB in a second is the slowest. */
const MS_PER_BYTE = 1 / 50;

export function createObjectStorage(settings: StorageSettings, timing: Timing = TIMING): ObjectStorage {
  const { name, bucketUrl, prefix } = settings;
  const ask = (request: StorageRequest) => askAgain(settings, request, timing);
  const toUrl = (key: string) => new URL(`${bucketUrl}/${prefix}${key}`);
  return {
    name,
    async read(key) {
      const { status, bytes } = await ask({ method: "GET", url: toUrl(key) });
      return status === 404 ? null : bytes;
    },
    async write(key, body, type) {
      const headers = { "content-type": type };
      const { status } = await ask({ method: "PUT", url: toUrl(key), body, headers });
      if (status === 404) throw describeAnswer(settings, 404, "");
    },
    async list(start) {
      const sizes = new Map<string, number>();
      let after: string | undefined;
      do {
        const url = new URL(bucketUrl);
        url.search = canonicalQuery(
          new URLSearchParams({
            "list-type": "2",
            prefix: prefix + start,
            ...(after !== undefined && { "continuation-token": after }),
          }),
        );
        const { status, bytes } = await ask({ method: "GET", url });
        if (status === 404) throw describeAnswer(settings, 404, "");
        after = readPart(bytes.toString(), prefix, sizes);
      } while (after !== undefined);
      return sizes;
    },
  };
}

/** Adds a part of a list to the sizes; returns where the next part begins. */
function readPart(xml: string, prefix: string, sizes: Map<string, number>): string | undefined {
  for (const [, object = ""] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = readElement(object, "Key");
    if (key?.startsWith(prefix)) sizes.set(key.slice(prefix.length), Number(readElement(object, "Size")));
  }
  return readElement(xml, "IsTruncated") === "true" ? readElement(xml, "NextContinuationToken") : undefined;
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

const readElement = (xml: string, element: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`)
    .exec(xml)?.[1]
    ?.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => ENTITIES[entity] ?? "");

interface StorageRequest {
  method: "GET" | "PUT";
  url: URL;
  body?: Buffer;
  headers?: Readonly<Record<string, string>>;
}

interface StorageAnswer {
  /** 404, or one of those below 300. */
  status: number;
  bytes: Buffer;
}

/** Asks again where that may help: after no answer, half an answer, and what the server says is its own trouble. */
async function askAgain(
  settings: StorageSettings,
  request: StorageRequest,
  timing: Timing,
): Promise<StorageAnswer> {
  for (const pauseMs of timing.pausesMs) {
    try {
      return await askOnce(settings, request, timing.stallMs);
    } catch (cause) {
      if (cause instanceof RefusedForGood) throw cause;
      await pause(pauseMs);
    }
  }
  return askOnce(settings, request, timing.stallMs);
}

/** Another attempt would be answered alike, or there is no time for it. */
class RefusedForGood extends StorageFailure {}

const STALLED = new Error("nothing came in time");

async function askOnce(
  settings: StorageSettings,
  request: StorageRequest,
  stallMs: number,
): Promise<StorageAnswer> {
  const { method, url, body, headers = {} } = request;
  const bodyHash = hashBody(body ?? "");
  const signed = signAwsRequest({ method, url, bodyHash, headers }, settings.keys, new Date());
  const answer = await exchange(
    url,
    { method, headers: signed, body: body ? new Uint8Array(body) : null },
    stallMs + (body?.length ?? 0) * MS_PER_BYTE,
  ).catch((cause: unknown) => {
    const Failure = cause === STALLED ? RefusedForGood : StorageFailure;
    throw new Failure(`The storage ${settings.name} does not answer (${describeCause(cause)}).`);
  });
  const { status, bytes } = answer;
  const code = status < 300 ? "" : (readElement(bytes.toString(), "Code") ?? "");
  if (status < 300 || (status === 404 && code !== "NoSuchBucket")) return answer;
  throw describeAnswer(settings, status, code);
}

async function exchange(url: URL, init: RequestInit, stallMs: number): Promise<StorageAnswer> {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(STALLED), stallMs);
  try {
    const answer = await fetch(url, { ...init, redirect: "manual", signal: stalled.signal });
    const parts: Uint8Array[] = [];
    for await (const part of answer.body ?? []) {
      timer.refresh();
      parts.push(part);
    }
    return { status: answer.status, bytes: Buffer.concat(parts) };
  } finally {
    clearTimeout(timer);
  }
}

function describeCause(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  if (!(inner instanceof Error)) return String(inner);
  return inner.message || ((inner as NodeJS.ErrnoException).code ?? inner.name);
}

function describeAnswer({ name, keys }: StorageSettings, status: number, code: string): StorageFailure {
  const said = `${status}${code && ` ${code}`}`;
  if (status === 429 || status >= 500)
    return new StorageFailure(`The storage ${name} is in trouble (${said}).`);
  if (status === 404) return new RefusedForGood(`There is no bucket for ${name} (${said}). Create it first.`);
  if (status < 400)
    return new RefusedForGood(
      `The storage ${name} is not in the region ${keys.region} (${said}). Is PICTURES_STORAGE_REGION right?`,
    );
  return new RefusedForGood(
    `The storage ${name} refuses (${said}). Are its two keys right, may they list, read and write there, and does the clock of this machine go right?`,
  );
}
