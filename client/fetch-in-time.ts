import { SECOND } from "#contract/time.ts";

/** The time in ms without data after which a request is aborted, before or during its response. */
export const SILENCE_LIMIT_MS = 25 * SECOND;
/** The limit in bytes a second. Slower uploads are aborted. */
const SLOWEST_UPLOAD = 16_384;

export interface FetchOptions extends Omit<RequestInit, "body"> {
  body?: string | Blob;
}

/** Like `fetch`, but aborts when no data arrives for too long: browsers may never report a lost connection. */
export async function fetchInTime(
  address: string,
  { signal, ...sent }: FetchOptions = {},
  beginsWithinMs: number = SILENCE_LIMIT_MS,
): Promise<Response> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const end = () => signal?.removeEventListener("abort", abort);
  const inTime = async <Result>(ms: number, callback: () => Promise<Result>): Promise<Result> => {
    const silence = setTimeout(abort, ms);
    try {
      return await callback();
    } catch (cause) {
      end();
      throw cause;
    } finally {
      clearTimeout(silence);
    }
  };
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  const uploadMs = Math.floor(getSize(sent.body) / SLOWEST_UPLOAD) * SECOND;
  const response = await inTime(beginsWithinMs + uploadMs, () =>
    fetch(address, { ...sent, signal: controller.signal }),
  );
  // The `Response` constructor throws if one of these statuses has a body, and some browsers report an empty one.
  if (!response.body || WITHOUT_BODY.includes(response.status)) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { done, value } = await inTime(SILENCE_LIMIT_MS, () => reader.read());
      if (!done) return stream.enqueue(value);
      end();
      stream.close();
    },
    cancel(reason) {
      end();
      return reader.cancel(reason);
    },
  });
  return new Response(body, response);
}

const WITHOUT_BODY = [204, 205, 304];

const getSize = (body: FetchOptions["body"] = ""): number =>
  typeof body === "string" ? body.length : body.size;
