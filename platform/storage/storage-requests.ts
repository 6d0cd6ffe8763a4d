import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { describeAnswer, readElement, RefusedForGood, StorageFailure } from "./storage-failure.ts";
import type { StorageSettings } from "./storage-settings.ts";

export interface Timing {
  /** So long nothing at all may come. */
  stallMs: number;
  /** So long an answer may take that does not say how long it is; each byte that it announces gives it more. */
  totalMs: number;
  /** An answer may be so long. */
  mostBytes: number;
  /** Between one attempt and the next; as many attempts more as there are pauses. */
  pausesMs: readonly number[];
}

/** An upload, and an answer that says its length, get that much more time for each byte: 50 KB in a second is the slowest. */
const MS_PER_BYTE = 1 / 50;

export interface StorageRequest {
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
export async function askStorage(
  settings: StorageSettings,
  request: StorageRequest,
  timing: Timing,
): Promise<StorageAnswer> {
  for (const pauseMs of timing.pausesMs) {
    try {
      return await askOnce(settings, request, timing);
    } catch (cause) {
      if (cause instanceof RefusedForGood) throw cause;
      await pause(pauseMs);
    }
  }
  return askOnce(settings, request, timing);
}

const STALLED = new Error("nothing came in time");
const TOO_SLOW = new Error("it took too long");
const TOO_LONG = new Error("the answer is too long");
const POINTLESS: readonly unknown[] = [STALLED, TOO_SLOW, TOO_LONG];

async function askOnce(
  settings: StorageSettings,
  request: StorageRequest,
  timing: Timing,
): Promise<StorageAnswer> {
  const { method, url, body } = request;
  const headers = await signRequest(request, settings.keys);
  const answer = await sendRequest(
    url,
    { method, headers, body: body ? new Uint8Array(body) : null },
    allowFor(timing, body?.length ?? 0),
  ).catch((cause: unknown) => {
    const Failure = POINTLESS.includes(cause) ? RefusedForGood : StorageFailure;
    throw new Failure(`The storage ${settings.name} does not answer (${describeCause(cause)}).`);
  });
  const { status, bytes } = answer;
  const code = status < 300 ? "" : (readElement(bytes.toString(), "Code") ?? "");
  if (status < 300 || (status === 404 && code !== "NoSuchBucket")) return answer;
  throw describeAnswer(settings, status, code);
}

/** The headers of a request, with those that sign it and its body. Loaded where there is a storage. */
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

const allowFor = (timing: Timing, bytes: number): Timing => ({
  ...timing,
  stallMs: timing.stallMs + bytes * MS_PER_BYTE,
  totalMs: timing.totalMs + bytes * MS_PER_BYTE,
});

async function sendRequest(url: URL, init: RequestInit, timing: Timing): Promise<StorageAnswer> {
  const ended = new AbortController();
  const stall = setTimeout(() => ended.abort(STALLED), timing.stallMs);
  let total = setTimeout(() => ended.abort(TOO_SLOW), timing.totalMs);
  try {
    const answer = await fetch(url, { ...init, redirect: "manual", signal: ended.signal });
    const announced = Number(answer.headers.get("content-length") ?? 0);
    if (announced > timing.mostBytes) throw TOO_LONG;
    clearTimeout(total);
    total = setTimeout(() => ended.abort(TOO_SLOW), timing.totalMs + announced * MS_PER_BYTE);
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of answer.body ?? []) {
      stall.refresh();
      bytes += part.length;
      if (bytes > timing.mostBytes) throw TOO_LONG;
      parts.push(part);
    }
    return { status: answer.status, bytes: Buffer.concat(parts) };
  } finally {
    clearTimeout(stall);
    clearTimeout(total);
    ended.abort(); // what has not been read of the answer is not waited for
  }
}

function describeCause(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  if (!(inner instanceof Error)) return String(inner);
  return inner.message || ((inner as NodeJS.ErrnoException).code ?? inner.name);
}
