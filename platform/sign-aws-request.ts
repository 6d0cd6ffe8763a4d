import { createHash, createHmac } from "node:crypto";

/** Who signs, and for which part of the provider's world. */
export interface SigningKeys {
  keyId: string;
  secretKey: string;
  region: string;
}

interface RequestToSign {
  method: string;
  url: URL;
  /** Hexadecimal SHA-256 of the body. */
  bodyHash: string;
  /** What else is signed; names in small letters. */
  headers?: Readonly<Record<string, string>>;
}

export const hashBody = (body: Buffer | string): string => createHash("sha256").update(body).digest("hex");

/**
 * The headers that sign a request to S3, AWS Signature Version 4 in headers: those given, and beside them `x-amz-date`,
 * `x-amz-content-sha256` and `authorization`. The path must already be encoded as it is sent.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signAwsRequest(
  { method, url, bodyHash, headers = {} }: RequestToSign,
  { keyId, secretKey, region }: SigningKeys,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
  const day = time.slice(0, 8);
  const sent = { ...headers, "x-amz-content-sha256": bodyHash, "x-amz-date": time };
  const signed = Object.entries({ ...sent, host: url.host }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const names = signed.map(([name]) => name).join(";");
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url.searchParams),
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    "",
    names,
    bodyHash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, hashBody(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(hmac, `AWS4${secretKey}`);
  const signature = hmac(key, text).toString("hex");
  const authorization = `AWS4-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...sent, authorization };
}

const hmac = (key: Buffer | string, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** A query as it is signed, which is also how it has to be sent. */
export const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .toSorted()
    .join("&");

/** Everything but letters, digits and `-._~`. */
const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
