import { SECOND } from "#contract/time.ts";
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import * as v from "valibot";
import { isOrigin, optionalText, refuse } from "../config/setting.ts";

/** The objects in a bucket, with keys relative to the prefix in the settings. The shop never changes an object. */
export interface ObjectStorage {
  name: string;
  /** Returns the object; null if it does not exist. @throws StorageFailure */
  read(key: string): Promise<Buffer | null>;
  /** Stores an object completely or not at all. @throws StorageFailure */
  write(key: string, bytes: Buffer, type: string): Promise<void>;
  /** Returns the sizes in bytes of all objects whose keys begin with `start`. @throws StorageFailure */
  list(start: string): Promise<ReadonlyMap<string, number>>;
}

const MB = 1_000_000;

const TIMING: Timing = {
  stallMs: 5 * SECOND,
  totalMs: 60 * SECOND,
  maxBytes: 128 * MB,
  pausesMs: [200, 800],
};

export function createObjectStorage(settings: StorageSettings, timing: Partial<Timing> = {}): ObjectStorage {
  const { name, bucketUrl, prefix } = settings;
  const limits = { ...TIMING, ...timing };
  const send = (request: StorageRequest) => sendWithRetries(settings, request, limits);
  const toUrl = (key: string) => new URL(`${bucketUrl}/${prefix}${key}`);
  return {
    name,
    async read(key) {
      const { status, bytes } = await send({ method: "GET", url: toUrl(key) });
      return status === 404 ? null : bytes;
    },
    async write(key, body, type) {
      if (body.length > limits.maxBytes)
        throw new PermanentStorageFailure(
          `${key} is too large for the storage: at most ${limits.maxBytes / MB} MB.`,
        );
      const headers = { "content-type": type };
      const { status } = await send({ method: "PUT", url: toUrl(key), body, headers });
      if (status === 404) throw describeAnswer(settings, 404, "");
    },
    async list(start) {
      const sizes = new Map<string, number>();
      let startAfter: string | undefined;
      do {
        const url = buildListUrl(bucketUrl, prefix + start, startAfter);
        const { status, bytes } = await send({ method: "GET", url });
        if (status === 404) throw describeAnswer(settings, 404, "");
        const next = readPart(bytes.toString(), prefix, sizes);
        if (next !== undefined && next === startAfter)
          throw new StorageFailure(
            `The storage ${name} sent the same part of its file list twice, so the list cannot be read to its end.`,
          );
        startAfter = next;
      } while (startAfter !== undefined);
      return sizes;
    },
  };
}

function buildListUrl(bucketUrl: string, prefix: string, startAfter: string | undefined): URL {
  const query = {
    ...(startAfter !== undefined && { "continuation-token": startAfter }),
    "list-type": "2",
    prefix,
  };
  // The signature requires %20 for a space, unlike URLSearchParams.
  const parts = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return new URL(`${bucketUrl}?${parts.join("&")}`);
}

function readPart(xml: string, prefix: string, sizes: Map<string, number>): string | undefined {
  for (const [, object = ""] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = readElement(object, "Key");
    if (key?.startsWith(prefix)) sizes.set(key.slice(prefix.length), Number(readElement(object, "Size")));
  }
  return readElement(xml, "IsTruncated") === "true" ? readElement(xml, "NextContinuationToken") : undefined;
}

interface Timing {
  stallMs: number;
  /** Maximum time of a request in ms. If the length of the transfer is known, `MS_PER_BYTE` is added for each byte. */
  totalMs: number;
  maxBytes: number;
  pausesMs: readonly number[];
}

/** The additional time for each byte, so that a transfer at 50 KB a second is not interrupted. */
const MS_PER_BYTE = 1 / 50;

interface StorageRequest {
  method: "GET" | "PUT";
  url: URL;
  body?: Buffer;
  headers?: Readonly<Record<string, string>>;
}

interface StorageAnswer {
  status: number;
  bytes: Buffer;
}

async function sendWithRetries(
  settings: StorageSettings,
  request: StorageRequest,
  timing: Timing,
): Promise<StorageAnswer> {
  for (const pauseMs of timing.pausesMs) {
    try {
      return await sendOnce(settings, request, timing);
    } catch (cause) {
      if (cause instanceof PermanentStorageFailure) throw cause;
      await pause(pauseMs);
    }
  }
  return sendOnce(settings, request, timing);
}

const STALLED = new Error("no answer in time");
const TOO_SLOW = new Error("it took too long");
const TOO_LONG = new Error("the answer is too long");
const POINTLESS: readonly unknown[] = [STALLED, TOO_SLOW, TOO_LONG];

async function sendOnce(
  settings: StorageSettings,
  request: StorageRequest,
  timing: Timing,
): Promise<StorageAnswer> {
  const { method, url, body } = request;
  const headers = await signRequest(request, settings.keys);
  const response = await sendRequest(
    url,
    { method, headers, body: body ? new Uint8Array(body) : null },
    timing,
    (body?.length ?? 0) * MS_PER_BYTE,
  ).catch((cause: unknown) => {
    const Failure = POINTLESS.includes(cause) ? PermanentStorageFailure : StorageFailure;
    throw new Failure(`The storage ${settings.name} is not responding (${describeCause(cause)}).`);
  });
  const { status, bytes } = response;
  const code = status < 300 ? "" : (readElement(bytes.toString(), "Code") ?? "");
  if (status < 300 || (status === 404 && code !== "NoSuchBucket")) return response;
  throw describeAnswer(settings, status, code);
}

/** Signs a request. Imports `aws4fetch` at the first use, because shops without object storage do not need it. */
async function signRequest(
  { method, url, body = Buffer.alloc(0), headers }: StorageRequest,
  { keyId, secretKey, region }: StorageSettings["keys"],
): Promise<Headers> {
  const { AwsV4Signer } = await import("aws4fetch");
  const bodyHash = createHash("sha256").update(body).digest("hex");
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, "x-amz-content-sha256": bodyHash },
    accessKeyId: keyId,
    secretAccessKey: secretKey,
    region,
    service: "s3",
    allHeaders: true,
  });
  return (await signer.sign()).headers;
}

async function sendRequest(
  url: URL,
  init: RequestInit,
  { stallMs, totalMs, maxBytes }: Timing,
  uploadMs: number,
): Promise<StorageAnswer> {
  const ended = new AbortController();
  const stall = setTimeout(() => ended.abort(STALLED), stallMs + uploadMs);
  let total = setTimeout(() => ended.abort(TOO_SLOW), totalMs + uploadMs);
  try {
    const response = await fetch(url, { ...init, redirect: "manual", signal: ended.signal });
    const announced = Number(response.headers.get("content-length") ?? 0);
    if (announced > maxBytes) throw TOO_LONG;
    clearTimeout(total);
    total = setTimeout(() => ended.abort(TOO_SLOW), totalMs + uploadMs + announced * MS_PER_BYTE);
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of response.body ?? []) {
      stall.refresh();
      bytes += part.length;
      if (bytes > maxBytes) throw TOO_LONG;
      parts.push(part);
    }
    return { status: response.status, bytes: Buffer.concat(parts) };
  } finally {
    clearTimeout(stall);
    clearTimeout(total);
    ended.abort(); // Discards the unread rest of the response.
  }
}

function describeCause(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  if (!(inner instanceof Error)) return String(inner);
  return inner.message || ((inner as NodeJS.ErrnoException).code ?? inner.name);
}

export class StorageFailure extends Error {
  override readonly name = "StorageFailure";
}

/** Thrown if a retry is useless, because it would get the same response or take too long again. */
class PermanentStorageFailure extends StorageFailure {}

function describeAnswer({ name, keys }: StorageSettings, status: number, code: string): StorageFailure {
  const detail = `${status}${code && ` ${code}`}`;
  if (status === 429 || status >= 500)
    return new StorageFailure(`The storage ${name} has a problem (${detail}).`);
  if (status === 404)
    return new PermanentStorageFailure(`There is no bucket for ${name} (${detail}). Create it first.`);
  if (status < 400)
    return new PermanentStorageFailure(
      `The storage ${name} is not in the region ${keys.region} (${detail}). Correct PICTURES_STORAGE_REGION.`,
    );
  return new PermanentStorageFailure(
    `The storage ${name} refused the request (${detail}). Check the two keys, their permissions to list, read and write, and the clock of this machine.`,
  );
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

const readElement = (xml: string, element: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`)
    .exec(xml)?.[1]
    ?.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => ENTITIES[entity] ?? "");

export type StorageSettings = NonNullable<v.InferOutput<typeof storageSettings>["pictureStorage"]>;

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)\/?$/;

/** A key of the object storage. Error messages do not contain it, because it may be the secret key. */
const key = (example: string) =>
  optionalText(
    /^\S{3,200}$/,
    `the value is not an access key of the picture storage. Write for example NAME=${example}`,
  );

const refuseWithout = <Given extends Record<string, string | undefined>>(
  name: "PICTURES_STORAGE_KEY_ID" | "PICTURES_STORAGE_SECRET_KEY",
) =>
  refuse<Given>(
    name,
    [name],
    (value) => value["PICTURES_STORAGE"] !== undefined && value[name] === undefined,
    "PICTURES_STORAGE needs a key id and a secret key. Write for example NAME=<as the storage shows it>",
  );

export const storageSettings = v.pipe(
  v.object({
    PICTURES_STORAGE: optionalText(
      BUCKET,
      "the value contains no bucket. Write for example PICTURES_STORAGE=s3://taruva-pictures/shop, or leave it out.",
    ),
    PICTURES_STORAGE_ENDPOINT: optionalText(
      isOrigin,
      "the value is not the http(s) address of a server without a path. Write for example PICTURES_STORAGE_ENDPOINT=https://storage.example, or leave it out to use Amazon S3.",
    ),
    PICTURES_STORAGE_REGION: optionalText(
      /^[a-z0-9-]{2,40}$/,
      ({ input }) => `"${input}" is not a region. Write for example PICTURES_STORAGE_REGION=ap-south-1`,
    ),
    PICTURES_STORAGE_KEY_ID: key("AKIAIOSFODNN7EXAMPLE"),
    PICTURES_STORAGE_SECRET_KEY: key("<as the storage shows it once>"),
  }),
  refuseWithout("PICTURES_STORAGE_KEY_ID"),
  refuseWithout("PICTURES_STORAGE_SECRET_KEY"),
  v.transform((value) => {
    const { PICTURES_STORAGE_KEY_ID: keyId, PICTURES_STORAGE_SECRET_KEY: secretKey } = value;
    const { PICTURES_STORAGE_ENDPOINT: endpoint, PICTURES_STORAGE_REGION: region = "us-east-1" } = value;
    const [, bucket = "", path = ""] = BUCKET.exec(value.PICTURES_STORAGE ?? "") ?? [];
    const isSetUp = bucket !== "" && keyId !== undefined && secretKey !== undefined;
    const bucketUrl = endpoint
      ? `${new URL(endpoint).origin}/${bucket}`
      : `https://${bucket}.s3.${region}.amazonaws.com`;
    return {
      pictureStorage: isSetUp
        ? {
            name: `s3://${bucket}${path}`,
            bucketUrl,
            /** The prefix of all keys: empty, or with a slash at the end. */
            prefix: path === "" ? "" : `${path.slice(1)}/`,
            keys: { keyId, secretKey, region },
          }
        : null,
    };
  }),
);
