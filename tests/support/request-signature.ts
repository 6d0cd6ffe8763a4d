import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { StorageSettings } from "#platform/storage/storage-settings.ts";

/** So far apart the two clocks may be. */
const SKEW_MS = 15 * 60_000;

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;

/** The code of what is wrong, written from the standard and not from the shop's own code; null when all is right. */
export function findWrongSignature(
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
