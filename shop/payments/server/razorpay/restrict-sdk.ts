import type Razorpay from "razorpay";
import { SECOND } from "#contract/time.ts";
import { getTraceparent } from "#platform/tracing.ts";
import type { Failure } from "./provider-error.ts";

/** For everything that one question takes, its repetition included. */
export const TIMEOUT_MS = 8 * SECOND;

const LONGEST_ANSWER_BYTES = 1024 * 1024;

export type Sdk = InstanceType<typeof Razorpay>;

/** The SDK does not export its axios, and offers no setting for any of this. */
export function restrictSdk(
  sdk: Sdk,
  apiUrl: string,
  deadline: () => AbortSignal,
  onDate: (date: Date) => void,
): void {
  const { rq } = sdk.api as unknown as { rq: Requests };
  Object.assign(rq.defaults, {
    baseURL: apiUrl,
    maxRedirects: 0,
    maxContentLength: LONGEST_ANSWER_BYTES,
    proxy: false,
  });
  rq.interceptors.request.use((request) => {
    request.signal = deadline();
    const traceparent = getTraceparent();
    if (traceparent) request.headers.set("traceparent", traceparent);
    // Asked twice with the same key, Razorpay gives back once.
    if (request.url?.endsWith("/refund") && request.data?.receipt)
      request.headers.set("X-Refund-Idempotency", request.data.receipt.replaceAll(/[^\w-]/g, "_"));
    return request;
  });
  // Without an answer the SDK trips over its own feet, and the reason is lost.
  rq.interceptors.response.use(
    (response) => {
      const date = new Date(response.headers["date"] ?? Number.NaN);
      if (!Number.isNaN(date.getTime())) onDate(date);
      return response;
    },
    (failure: Failure) => {
      failure.response ??= { status: 0, data: { error: { description: failure.message } } };
      throw failure;
    },
  );
}

/** What of axios is used here. */
interface Requests {
  defaults: object;
  interceptors: {
    request: { use(before: (request: Request) => Request): void };
    response: { use(after: (response: Response) => Response, failed: (failure: Failure) => never): void };
  };
}

interface Response {
  headers: Record<string, string | undefined>;
}

interface Request {
  url?: string;
  data?: { receipt?: string };
  headers: { set(name: string, value: string): void };
  signal?: AbortSignal;
}
