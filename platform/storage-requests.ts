import { setTimeout as pause } from "node:timers/promises";
import { hashBody, signAwsRequest } from "./sign-aws-request.ts";
import { describeAnswer, readElement, RefusedForGood, StorageFailure } from "./storage-failure.ts";
import type { StorageSettings } from "./storage-settings.ts";

export interface Timing {
  /** So long nothing at all may come. */
  stallMs: number;
  /** Between one attempt and the next; as many attempts more as there are pauses. */
  pausesMs: readonly number[];
}

/** An upload gets that much more time for each of its bytes: 50 KB in a second is the slowest. */
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
      return await askOnce(settings, request, timing.stallMs);
    } catch (cause) {
      if (cause instanceof RefusedForGood) throw cause;
      await pause(pauseMs);
    }
  }
  return askOnce(settings, request, timing.stallMs);
}

const STALLED = new Error("nothing came in time");

async function askOnce(
  settings: StorageSettings,
  request: StorageRequest,
  stallMs: number,
): Promise<StorageAnswer> {
  const { method, url, body, headers = {} } = request;
  const bodyHash = hashBody(body ?? "");
  const signed = signAwsRequest({ method, url, bodyHash, headers }, settings.keys, new Date());
  const answer = await sendRequest(
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

async function sendRequest(url: URL, init: RequestInit, stallMs: number): Promise<StorageAnswer> {
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
