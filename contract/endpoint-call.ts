import type { GenericSchema, InferInput } from "valibot";
import { ApiError } from "./errors.ts";
import { isObject, readFields } from "./read.ts";
import type { ContractOf, Endpoint, ParamNames, ParamsOf, ResultOf } from "./endpoint.ts";

type ParamsInput<E extends Endpoint> = [ParamNames<E["path"]>] extends [never]
  ? unknown
  : { params: ParamsOf<E> };

type QueryInput<E extends Endpoint> = ContractOf<E>["query"] extends GenericSchema
  ? { query?: InferInput<ContractOf<E>["query"]> }
  : unknown;

type BodyInput<E extends Endpoint> = ContractOf<E>["body"] extends GenericSchema
  ? { body: InferInput<ContractOf<E>["body"]> }
  : unknown;

export type CallInput<E extends Endpoint> = ParamsInput<E> &
  QueryInput<E> &
  BodyInput<E> & { headers?: Readonly<Record<string, string>> };

/** Calls an endpoint: over HTTP in the browser, directly on the server. Returns its result. @throws ApiError */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
) => Promise<ResultOf<E>>;

/** Returns the result in a 2xx body. @throws ApiError if the body reports an error or cannot be read */
export function toResult<E extends Endpoint>(endpoint: E, body: unknown, status = 200): ResultOf<E> {
  if (isObject(body) && reportsError(body)) throw new ApiError(status, { ...body, code: "unsuccessful" });
  const { requiredList, read = () => body } = endpoint;
  const hasList = requiredList === undefined || Array.isArray(readFields(body)[requiredList]);
  const result = hasList ? read(body) : undefined;
  if (result === undefined) throw new ApiError(status, { ...readFields(body), code: "not_json" });
  return result as ResultOf<E>;
}

/** Some backends also send errors with the status 200 (D101). */
const reportsError = ({ success, error }: Record<string, unknown>): boolean =>
  success === false || (success !== true && typeof error === "string" && error !== "");

/** Returns the URL of an API call without its origin: the path and the query parameters. */
export function buildAddress(
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
