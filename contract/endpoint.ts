import type { GenericSchema, InferInput, InferOutput } from "valibot";
import { ApiError } from "./errors.ts";
import { isObject } from "./read.ts";

/**
 * Who may call: anyone · the signed-in customer · anyone who holds a refresh token or session cookie ·
 * a payment provider, by its signature.
 */
export type AccessPolicy = "public" | "customer" | "refresh" | "webhook";

/** An expected "no": the status it answers with and the sentence it says. */
interface Refusal {
  status: 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429 | 503;
  message: string;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface Declaration {
  method: Method;
  /** As the specification writes it, with `:name` for the changing parts. */
  path: `/${string}`;
  /** One line for the readable API page. */
  summary: string;
  policy: AccessPolicy;
  query?: GenericSchema;
  body?: GenericSchema;
  /** What our own server answers. */
  answer: GenericSchema;
  /**
   * Makes what a caller gets out of a 2xx body, whatever backend it came from (D101); `body` is null where
   * there is none, and undefined for what is no JSON. An undefined result says that the body is not what was asked for. Without it the body is handed on as it is.
   */
  read?: (body: unknown) => unknown;
  refusals: Readonly<Record<string, Refusal>>;
  /** Other paths that answer the same, e.g. without the trailing slash. */
  aliases?: readonly `/${string}`[];
  /** The answer is the same for everyone until the catalogue changes, so it is kept compressed in memory. */
  cached?: true;
}

/** An endpoint is declared once, in a feature's domain; the server routes it, the web calls it, the API page lists it. */
// The mark lets a browser's bundle leave out the endpoints it never asks.
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <const E extends Declaration>(declaration: E): E => declaration;

export type Endpoint = Declaration;

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type ParamsOf<E extends Endpoint> = { [Name in ParamNames<E["path"]>]: string };
export type QueryOf<E extends Endpoint> = E["query"] extends GenericSchema
  ? InferOutput<E["query"]>
  : unknown;
export type BodyOf<E extends Endpoint> = E["body"] extends GenericSchema ? InferOutput<E["body"]> : unknown;
export type AnswerOf<E extends Endpoint> = InferOutput<E["answer"]>;
/** What a caller gets: the answer as `read` makes it. */
export type ResultOf<E extends Endpoint> = E extends { read: (body: unknown) => infer Result }
  ? Exclude<Result, undefined>
  : AnswerOf<E>;
export type RefusalOf<E extends Endpoint> = Extract<keyof E["refusals"], string>;

type ParamsInput<E extends Endpoint> = [ParamNames<E["path"]>] extends [never]
  ? unknown
  : { params: ParamsOf<E> };
type QueryInput<E extends Endpoint> = E["query"] extends GenericSchema
  ? { query?: InferInput<E["query"]> }
  : unknown;
type BodyInput<E extends Endpoint> = E["body"] extends GenericSchema
  ? { body: InferInput<E["body"]> }
  : unknown;

/** What a caller hands over: the changing parts of the path, the query, the body; only those the endpoint has. */
export type CallInput<E extends Endpoint> = ParamsInput<E> &
  QueryInput<E> &
  BodyInput<E> & { headers?: Readonly<Record<string, string>> };

/** Asks an endpoint and gives its result, or throws an `ApiError`. The browser does it over HTTP, the server at once. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
) => Promise<ResultOf<E>>;

/** The result of a 2xx body. @throws ApiError when it says `success: false`, or is not what was asked for */
export function resultOf<E extends Endpoint>(endpoint: E, body: unknown, status = 200): ResultOf<E> {
  if (isObject(body) && body["success"] === false) {
    throw new ApiError(status, { ...body, code: "unsuccessful" });
  }
  const result = endpoint.read ? endpoint.read(body) : body;
  if (result === undefined) throw new ApiError(status, { code: "not_json" });
  return result as ResultOf<E>;
}

/** The address to ask, with its changing parts and its query filled in. */
export function addressOf(
  endpoint: Endpoint,
  {
    params = {},
    query = {},
  }: { params?: Record<string, string>; query?: Record<string, string | number | undefined> },
): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}
