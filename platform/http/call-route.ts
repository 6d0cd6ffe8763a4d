import type { AnswerCall } from "#contract/page.ts";
import * as v from "valibot";
import type { FieldError } from "#contract/errors.ts";
import { isWellFormedText, UNSTORABLE_TEXT } from "#contract/text.ts";
import type { RequestContext, Route } from "./route.ts";
import type { Context } from "../context.ts";
import { isDatabaseAway } from "../database/database-errors.ts";
import { HttpRefusal, toRefusal } from "./envelope.ts";
import { FileAnswer, JsonStream } from "./bodies.ts";
import { isRefused, type RequestRefused } from "./refuse.ts";
import type { Endpoint } from "#contract/endpoint.ts";

/** Calls the handler of a route in this process, as a guest. @throws HttpRefusal */
export async function callRoute(
  route: Route,
  { params = {}, query = {}, body = {} }: { params?: Record<string, never>; query?: unknown; body?: unknown },
  context: Context,
  requestContext: RequestContext,
): Promise<never> {
  const { contract, handle } = route;
  const result = await handle(context, {
    params,
    query: parseInput(contract.query, query, "query"),
    body: parseInput(contract.body, body, "body"),
    principal: null,
    requestContext,
  });
  if (isRefused(result)) throw toHttpRefusal(route, result);
  if (result instanceof JsonStream)
    throw new Error(`${route.endpoint.path} returns a JSON stream, which pages cannot load.`);
  if (result instanceof FileAnswer)
    throw new Error(`${route.endpoint.path} returns a file, which pages cannot load.`);
  return result as never;
}

export function parseInput(
  schema: v.GenericSchema | undefined,
  input: unknown,
  source: "query" | "body",
): unknown {
  if (!schema) return undefined;
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw createInvalidRefusal([{ path: source, message: "The request could not be read." }]);
  }
  const unreadable = findUnreadable(input, []);
  if (unreadable) throw createInvalidRefusal([unreadable]);
  const result = v.safeParse(schema, input, { message: getNeutralMessage });
  if (result.success) return result.output;
  throw createInvalidRefusal(
    result.issues.map((issue) => ({ path: v.getDotPath(issue) ?? source, message: issue.message })),
  );
}

export const createInvalidRefusal = (fields: FieldError[]) =>
  new HttpRefusal(400, "invalid", fields[0]?.message ?? "Please check your input.", { fields });

/** Returns an error message that never contains the input. */
const getNeutralMessage = (issue: v.BaseIssue<unknown>): string =>
  `${v.getDotPath(issue) ?? "This"} ${issue.input === undefined ? "is missing" : "has the wrong format"}.`;

const DEEPEST = 32;

/** Finds text that PostgreSQL cannot store and data that is nested too deeply. The schemas check neither. */
function findUnreadable(value: unknown, path: readonly string[]): FieldError | null {
  if (typeof value === "string" && !isWellFormedText(value)) {
    return { path: path.join("."), message: UNSTORABLE_TEXT };
  }
  if (value === null || typeof value !== "object") return null;
  if (path.length > DEEPEST)
    return { path: path[0] ?? "", message: "The data you sent is nested too deeply." };
  for (const [name, inner] of Object.entries(value)) {
    const unreadable = findUnreadable(inner, [...path, name]);
    if (unreadable) return unreadable;
  }
  return null;
}

export function toHttpRefusal({ endpoint, contract }: Route, { code, extra }: RequestRefused): HttpRefusal {
  const declared = contract.refusals[code];
  if (!declared)
    throw new Error(`${endpoint.method} ${endpoint.path} does not declare the refusal '${code}'`);
  const headers =
    extra.retryAfterMs === undefined
      ? undefined
      : { "retry-after": String(Math.ceil(extra.retryAfterMs / 1000)) };
  return new HttpRefusal(declared.status, code, extra.message ?? declared.message, {
    ...(extra.fields && { fields: extra.fields }),
    ...(extra.details !== undefined && { details: extra.details }),
    ...(headers && { headers }),
  });
}

/** Returns the function with which pages call the API while they are rendered on the server. */
export function createAnswerCall(routes: readonly Route[], context: Context): AnswerCall {
  // The web build contains copies of the endpoints' declarations, so endpoints are compared by name.
  const nameOf = ({ method, path }: Pick<Endpoint, "method" | "path">) => `${method} ${path}`;
  const bound = new Map(routes.map((route) => [nameOf(route.endpoint), route]));
  const guest: RequestContext = {
    ip: "",
    requestId: "page",
    cookies: {},
    secure: false,
    rawBody: "",
    signal: new AbortController().signal,
    header: () => undefined,
    reply: () => {},
  };
  return async (endpoint, input) => {
    const route = bound.get(nameOf(endpoint));
    if (!route) throw new Error(`${nameOf(endpoint)} has no handler`);
    const { params = {}, query = {} } = input as { params?: Record<string, never>; query?: unknown };
    try {
      const body = await callRoute(route, { params, query }, context, guest);
      return { body: route.contract.forPages?.(body) ?? body };
    } catch (cause) {
      // Return the refusal as data, because an Error that is sent to the render thread loses its class (T27).
      if (!(cause instanceof HttpRefusal) && !isDatabaseAway(cause)) throw cause;
      const { status, code, message } = toRefusal(cause);
      return { refused: { status, code, message } };
    }
  };
}
