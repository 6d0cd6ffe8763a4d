import { buildAddress, type Call, toResult } from "#contract/endpoint-call.ts";
import type { Endpoint, ResultOf } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import { CATALOGUE_REVISION } from "#contract/catalogue-revision.ts";
import { toApiUrl } from "./api-address.ts";
import { fetchInTime } from "./fetch-in-time.ts";
import { createStore } from "./store.ts";
import { getTokenSource } from "./token-source.ts";

/** The catalogue revision number in the latest response; 0 before the first response or without a number. */
export const answeredRevision = createStore(0);

interface RequestInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** Calls an endpoint over HTTP. @throws ApiError (`status` 0 if no response arrived), or the abort error of `signal` */
export const call: Call = (endpoint, input, signal) =>
  repeatRead(endpoint, signal, async () =>
    readAnswer(endpoint, await sendWithToken(endpoint, input as RequestInput, signal), signal),
  );

export const fetchAnswer = (endpoint: Endpoint, request: RequestInput): Promise<Response> =>
  repeatRead(endpoint, undefined, () => sendWithToken(endpoint, request));

/** Repeats a GET once if no complete response arrived. Other methods are not repeated: they may have been executed. */
async function repeatRead<Result>(
  { method }: Endpoint,
  signal: AbortSignal | undefined,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt();
  } catch (cause) {
    const isUnanswered = cause instanceof ApiError && cause.status === 0;
    if (method !== "GET" || !isUnanswered || signal?.aborted) throw cause;
    return attempt();
  }
}

async function sendWithToken(
  endpoint: Endpoint,
  request: RequestInput,
  signal?: AbortSignal,
): Promise<Response> {
  const token = endpoint.policy === "refresh" ? null : getTokenSource().accessToken();
  let response = await send(endpoint, request, token, signal);
  if (response.status === 401 && endpoint.policy === "customer" && token !== null) {
    const fresh = await getTokenSource().renew(token);
    if (fresh !== null) response = await send(endpoint, request, fresh, signal);
  }
  return response;
}

async function send(
  endpoint: Endpoint,
  request: RequestInput,
  token: string | null,
  signal: AbortSignal | undefined,
) {
  try {
    const sent = {
      method: endpoint.method,
      credentials: "include" as const,
      headers: {
        ...request.headers,
        accept: "application/json",
        ...(request.body !== undefined && { "content-type": "application/json" }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    };
    const response = await fetchInTime(toApiUrl(buildAddress(endpoint, request)), {
      ...sent,
      ...(signal && { signal }),
    });
    answeredRevision.set(Number(response.headers.get(CATALOGUE_REVISION)));
    return response;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw createUnreachableError();
  }
}

const createUnreachableError = (): ApiError =>
  new ApiError(0, {
    code: "offline",
    message: "We could not reach the shop. Please check your connection.",
  });

export async function readAnswer<E extends Endpoint>(
  endpoint: E,
  response: Response,
  signal?: AbortSignal,
): Promise<ResultOf<E>> {
  const body = await readBody(response, signal);
  if (!response.ok) throw new ApiError(response.status, body, response.statusText);
  return toResult(endpoint, body, response.status);
}

async function readBody(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    const text = await response.text();
    if (text.trim() === "") return null;
    return response.headers.get("content-type")?.includes("json") ? (JSON.parse(text) as unknown) : undefined;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    if (cause instanceof SyntaxError) return undefined;
    throw createUnreachableError();
  }
}

/** Returns the message that the server sent with the error (§8). If it sent no message, returns `fallback`. */
export const getErrorMessage = (failure: unknown, fallback: string): string =>
  failure instanceof ApiError && failure.spoken && failure.status !== 0 ? failure.message : fallback;

export const getRefusalMessage = (failure: unknown, fallback: string): string =>
  failure instanceof ApiError && failure.status < 500 ? getErrorMessage(failure, fallback) : fallback;
