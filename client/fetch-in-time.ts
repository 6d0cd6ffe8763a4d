import { SECOND } from "#contract/time.ts";

/** The longest wait for the head of a response, and then for the rest of it. */
const ANSWER_LIMIT_MS = 25 * SECOND;
/** The slowest upload that is waited for, in characters a second. Only photos are long enough to need more time. */
const SLOWEST_UPLOAD = 16_384;

interface Sent extends Omit<RequestInit, "signal" | "body"> {
  body?: string;
}

/**
 * Fetches like `fetch`, and aborts when the response takes too long: a network that has lost a connection silently never
 * reports it. Nothing happens after the response was read.
 */
export async function fetchInTime(address: string, sent: Sent = {}, signal?: AbortSignal): Promise<Response> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const wait = (ms: number) => setTimeout(abort, ms);
  const uploadMs = Math.floor((sent.body?.length ?? 0) / SLOWEST_UPLOAD) * SECOND;
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const head = wait(ANSWER_LIMIT_MS + uploadMs);
  try {
    const response = await fetch(address, { ...sent, signal: controller.signal });
    wait(ANSWER_LIMIT_MS);
    return response;
  } finally {
    clearTimeout(head);
  }
}
