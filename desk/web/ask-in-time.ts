import { SECOND } from "#contract/time.ts";

/** The longest silence before an answer begins, and then inside it. The desk says every 15 s of long work that it is at it. */
export const SILENCE_LIMIT_MS = 30 * SECOND;
/** The slowest upload that is waited for, in bytes a second. */
const SLOWEST_UPLOAD = 16_384;

/**
 * Fetches like `fetch`, and aborts when the answer is silent for too long: a network that has lost a connection silently
 * never reports it. How long the whole answer takes does not matter.
 */
export async function askInTime(
  path: string,
  { signal, ...sent }: RequestInit,
  beginsWithinMs: number = SILENCE_LIMIT_MS,
): Promise<Response> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const end = () => signal?.removeEventListener("abort", abort);
  const inTime = async <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
    const silence = setTimeout(abort, ms);
    try {
      return await work();
    } catch (cause) {
      end();
      throw cause;
    } finally {
      clearTimeout(silence);
    }
  };
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  const uploadMs = sent.body instanceof Blob ? Math.floor(sent.body.size / SLOWEST_UPLOAD) * SECOND : 0;
  const answer = await inTime(beginsWithinMs + uploadMs, () =>
    fetch(path, { ...sent, signal: controller.signal }),
  );
  const reader = answer.body?.getReader();
  if (!reader) return answer;
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
  return new Response(body, answer);
}
