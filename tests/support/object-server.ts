import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { StorageSettings } from "#platform/storage/object-storage.ts";
import { listenLocally } from "./processes.ts";

/** A local S3 bucket. It answers the requests that the shop uses, and checks every signature. */
export interface ObjectServer {
  settings: StorageSettings;
  /** The shop's environment variables for this bucket. */
  variables: Record<string, string>;
  objects: Map<string, Buffer>;
  /** All requests so far, such as `GET /bucket/key`. */
  calls: string[];
  /** If set, it returns the handler for all requests. `then` is the normal handler. */
  behave: ((then: RequestListener) => RequestListener) | null;
  close(): Promise<void>;
}

const BUCKET = "taruva-test";
const KEYS = { keyId: "TESTKEYOFTHEBUCKET", secretKey: "a+Secret/KeyWithSigns=", region: "ap-south-1" };

/** The number of objects on one page of a list: so small that the lists of the tests have several pages. */
const PART = 3;

export async function openObjectServer(): Promise<ObjectServer> {
  const objects = new Map<string, Buffer>();
  const answer: RequestListener = (request, response) => void serve(objects, request, response);
  const server = createServer((request, response) => {
    opened.calls.push(`${request.method} ${request.url?.split("?")[0]}`);
    (opened.behave?.(answer) ?? answer)(request, response);
  });
  const endpoint = `http://127.0.0.1:${await listenLocally(server)}`;
  const opened: ObjectServer = {
    settings: {
      name: `s3://${BUCKET}/shop`,
      bucketUrl: `${endpoint}/${BUCKET}`,
      prefix: "shop/",
      keys: KEYS,
    },
    variables: {
      PICTURES_STORAGE: `s3://${BUCKET}/shop`,
      PICTURES_STORAGE_ENDPOINT: endpoint,
      PICTURES_STORAGE_REGION: KEYS.region,
      PICTURES_STORAGE_KEY_ID: KEYS.keyId,
      PICTURES_STORAGE_SECRET_KEY: KEYS.secretKey,
    },
    objects,
    calls: [],
    behave: null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return opened;
}

async function serve(
  objects: Map<string, Buffer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readWhole(request);
  if (body === null) return; // the upload was interrupted, so nothing is stored
  const refuse = (status: number, code: string) =>
    response
      .writeHead(status, { "content-type": "application/xml" })
      .end(`<Error><Code>${code}</Code></Error>`);
  const wrong = findWrongSignature(request, body, KEYS);
  if (wrong) return void refuse(403, wrong);
  const url = new URL(request.url ?? "", "http://bucket.invalid");
  const [, bucket, key] = /^\/([^/]+)(?:\/(.+))?$/.exec(decodeURIComponent(url.pathname)) ?? [];
  if (bucket !== BUCKET) return void refuse(404, "NoSuchBucket");
  if (key === undefined) return void response.end(list(objects, url.searchParams));
  if (request.method === "PUT") {
    objects.set(key, body);
    return void response.end();
  }
  const object = objects.get(key);
  if (object) response.writeHead(200, { "content-length": object.length }).end(object);
  else refuse(404, "NoSuchKey");
}

function list(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const prefix = query.get("prefix") ?? "";
  const after = Buffer.from(query.get("continuation-token") ?? "", "base64").toString();
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const part = keys.slice(0, PART);
  const contents = part.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length ?? 0}</Size></Contents>`,
  );
  const more =
    keys.length > PART
      ? `<NextContinuationToken>${Buffer.from(part.at(-1) ?? "").toString("base64")}</NextContinuationToken>`
      : "";
  return `<ListBucketResult><IsTruncated>${keys.length > PART}</IsTruncated>${more}${contents.join("")}</ListBucketResult>`;
}

async function readWhole(request: IncomingMessage): Promise<Buffer | null> {
  try {
    return Buffer.concat((await request.toArray()) as Buffer[]);
  } catch {
    return null;
  }
}

const SKEW_MS = 15 * 60_000;

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;

/** Returns an S3 error code; null if the signature is right. Computes the signature without the code under test. */
function findWrongSignature(
  { method = "", url = "", headers }: IncomingMessage,
  body: Buffer,
  keys: StorageSettings["keys"],
): string | null {
  const [, keyId, day = "", region = "", names = "", signature = ""] =
    AUTHORIZATION.exec(headers.authorization ?? "") ?? [];
  const time = String(headers["x-amz-date"]);
  if (keyId !== keys.keyId) return "InvalidAccessKeyId";
  if (region !== keys.region) return "AuthorizationHeaderMalformed";
  const sentAt = Date.parse(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, "$1-$2-$3:$4:$5"));
  if (!(Math.abs(Date.now() - sentAt) < SKEW_MS) || !time.startsWith(day)) return "RequestTimeTooSkewed";
  const bodyHash = sha256(body);
  if (headers["x-amz-content-sha256"] !== bodyHash) return "XAmzContentSHA256Mismatch";
  const signed = names.split(";");
  if (!["host", "x-amz-content-sha256", "x-amz-date"].every((name) => signed.includes(name)))
    return "AccessDenied";
  const [path = "", query = ""] = url.split("?");
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join("");
  const canonical = `${method}\n${path}\n${query.split("&").toSorted().join("&")}\n${lines}\n${names}\n${bodyHash}`;
  let key: Buffer | string = `AWS4${keys.secretKey}`;
  for (const part of [day, region, "s3", "aws4_request"]) key = hmac(key, part);
  const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${sha256(canonical)}`;
  const isRight = timingSafeEqual(hmac(key, text), Buffer.from(signature, "hex"));
  return isRight ? null : "SignatureDoesNotMatch";
}

const sha256 = (content: Buffer | string) => createHash("sha256").update(content).digest("hex");
const hmac = (key: Buffer | string, text: string): Buffer => createHmac("sha256", key).update(text).digest();
