import { SECOND } from "#contract/time.ts";

/** A request, or the reading of its response, is aborted if no data arrives for this many ms. */
export const SILENCE_LIMIT_MS = 25 * SECOND;
/** The time limit of a request is extended by one second for each of this many bytes in its body. */
const SLOWEST_UPLOAD = 16_384;

export interface FetchOptions extends Omit<RequestInit, "body"> {
  body?: string | Blob;
}

/** Like `fetch`, but aborts if no data arrives for too long, because browsers may never report a lost connection. */
export async function fetchInTime(
  address: string,
  { signal, ...sent }: FetchOptions = {},
  beginsWithinMs: number = SILENCE_LIMIT_MS,
): Promise<Response> {
  const silenceAbort = new AbortController();
  const inTime = async <Result>(ms: number, callback: () => Promise<Result>): Promise<Result> => {
    const silence = setTimeout(() => silenceAbort.abort(), ms);
    try {
      return await callback();
    } finally {
      clearTimeout(silence);
    }
  };
  const abortSignal = AbortSignal.any([silenceAbort.signal, ...(signal ? [signal] : [])]);
  const uploadMs = Math.floor(getSize(sent.body) / SLOWEST_UPLOAD) * SECOND;
  const response = await inTime(beginsWithinMs + uploadMs, () =>
    fetch(address, { ...sent, signal: abortSignal }),
  );
  // The `Response` constructor throws for a 204, 205 or 304 response with a body, which some browsers return.
  if (!response.body || WITHOUT_BODY.includes(response.status)) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { done, value } = await inTime(SILENCE_LIMIT_MS, () => reader.read());
      if (done) stream.close();
      else stream.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}

const WITHOUT_BODY = [204, 205, 304];

const getSize = (body: FetchOptions["body"] = ""): number =>
  typeof body === "string" ? body.length : body.size;
