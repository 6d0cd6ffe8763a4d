import { onTestFinished, vi } from "vitest";

type Attempt = (signal: AbortSignal) => Promise<Response>;

/** Imitates a network that has lost the connection without an error. The request ends only when it is aborted. */
export const neverAnswer = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(new DOMException("", "AbortError"));
    signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
  });

/** Returns an attempt whose response sends each part after its delay in ms, and then stays open. */
export const respond =
  (...parts: (readonly [afterMs: number, part: string])[]): Attempt =>
  async (signal) => {
    const rest = [...parts];
    const body = new ReadableStream<Uint8Array>({
      async pull(stream) {
        const [afterMs, part] = rest.shift() ?? (await neverAnswer(signal));
        await new Promise((resolve) => setTimeout(resolve, afterMs));
        stream.enqueue(new TextEncoder().encode(part));
      },
    });
    return new Response(body);
  };

export const failAtOnce: Attempt = () => Promise.reject(new TypeError("Failed to fetch"));

/** Replaces `fetch` with these attempts, in order; repeats the last. Returns requests such as `GET /api`. */
export function stubAttempts(...attempts: [Attempt, ...Attempt[]]): string[] {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const requested: string[] = [];
  vi.stubGlobal("fetch", (address: string, { signal, method = "GET" }: RequestInit) => {
    requested.push(`${method} ${address.replace(/\?.*/, "")}`);
    const attempt = attempts.length > 1 ? attempts.shift() : attempts[0];
    return (attempt as Attempt)(signal as AbortSignal);
  });
  return requested;
}
