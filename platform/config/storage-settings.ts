import * as v from "valibot";

/** A bucket that speaks the protocol of S3, for what several machines must have in common. */
export interface StorageSettings {
  /** As people read it: `s3://bucket/prefix`. */
  name: string;
  /** Where the bucket is, without a slash at the end. */
  bucketUrl: string;
  /** What every key begins with: empty, or ending in a slash. */
  prefix: string;
  /** Who signs, and for which part of the provider's world. */
  keys: { keyId: string; secretKey: string; region: string };
}

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)\/?$/;

const key = (name: string, example: string) =>
  v.optional(
    v.pipe(
      v.string(),
      // The value is not repeated: it may be the secret one.
      v.regex(/^\S{3,200}$/, `the value is no key of a storage. Write for example ${name}=${example}.`),
    ),
  );

/** No refused value is repeated: an address may hold a key. */
export const storageVariables = {
  PICTURES_STORAGE: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        BUCKET,
        "the value names no bucket. Write for example PICTURES_STORAGE=s3://taruva-pictures/shop, or leave it out.",
      ),
    ),
  ),
  PICTURES_STORAGE_ENDPOINT: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isServer,
        "the value is not the http(s) address of a server without a path. Write for example PICTURES_STORAGE_ENDPOINT=https://storage.example, or leave it out for Amazon's.",
      ),
    ),
  ),
  PICTURES_STORAGE_REGION: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^[a-z0-9-]{2,40}$/,
        ({ input }) => `"${input}" is no region. Write for example PICTURES_STORAGE_REGION=ap-south-1.`,
      ),
    ),
    "us-east-1",
  ),
  PICTURES_STORAGE_KEY_ID: key("PICTURES_STORAGE_KEY_ID", "AKIAIOSFODNN7EXAMPLE"),
  PICTURES_STORAGE_SECRET_KEY: key("PICTURES_STORAGE_SECRET_KEY", "<as the storage shows it once>"),
} as const;

function isServer(given: string): boolean {
  const url = URL.parse(given);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}

type Given = v.InferOutput<ReturnType<typeof asObject>>;
const asObject = () => v.object(storageVariables);

type KeyName = "PICTURES_STORAGE_KEY_ID" | "PICTURES_STORAGE_SECRET_KEY";

/** Whether a bucket is named and this key for it is missing. */
export const isStorageKeyMissed = (
  name: KeyName,
  given: Pick<Given, "PICTURES_STORAGE" | KeyName>,
): boolean => given.PICTURES_STORAGE !== undefined && given[name] === undefined;

export const describeMissingStorageKey = (name: KeyName): string =>
  `PICTURES_STORAGE needs a key id and a secret key. Write for example ${name}=<as the storage shows it>.`;

/** Null while pictures are in the folder of the goods alone. */
export function readStorageSettings(given: Given): StorageSettings | null {
  const { PICTURES_STORAGE_KEY_ID: keyId, PICTURES_STORAGE_SECRET_KEY: secretKey } = given;
  const [, bucket = "", path = ""] = BUCKET.exec(given.PICTURES_STORAGE ?? "") ?? [];
  if (bucket === "" || keyId === undefined || secretKey === undefined) return null;
  const region = given.PICTURES_STORAGE_REGION;
  const endpoint = given.PICTURES_STORAGE_ENDPOINT;
  return {
    name: `s3://${bucket}${path}`,
    bucketUrl: endpoint
      ? `${new URL(endpoint).origin}/${bucket}`
      : `https://${bucket}.s3.${region}.amazonaws.com`,
    prefix: path === "" ? "" : `${path.slice(1)}/`,
    keys: { keyId, secretKey, region },
  };
}
