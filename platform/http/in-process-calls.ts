import { ApiError } from "#contract/errors.ts";
import { type Call, toResult } from "#contract/endpoint-call.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { RequestContext, Route } from "./route.ts";
import type { Context } from "../context.ts";
import { HttpRefusal } from "./http-refusal.ts";
import { callRoute } from "./call-route.ts";

/** What a bound endpoint answers to a guest, unread. @throws ApiError for what it refuses */
export type AnswerCall = (endpoint: Pick<Endpoint, "method" | "path">, input: unknown) => Promise<unknown>;

/** Asks bound endpoints inside the process, for pages rendered on the server: a guest's question, no HTTP. */
export function createAnswerCall(routes: readonly Route[], context: Context): AnswerCall {
  // By name: the web build has its own copies of the declarations.
  const nameOf = ({ method, path }: Pick<Endpoint, "method" | "path">) => `${method} ${path}`;
  const bound = new Map(routes.map((route) => [nameOf(route.endpoint), route]));
  const guest: RequestContext = {
    ip: "",
    requestId: "page",
    cookies: {},
    secure: false,
    rawBody: "",
    header: () => undefined,
    reply: () => {},
  };
  return async (endpoint, input) => {
    const route = bound.get(nameOf(endpoint));
    if (!route) throw new Error(`${nameOf(endpoint)} is not bound`);
    const { params = {}, query = {} } = input as { params?: Record<string, never>; query?: unknown };
    try {
      return await callRoute(route, { params, query }, context, guest);
    } catch (cause) {
      if (!(cause instanceof HttpRefusal)) throw cause;
      const { status, code, message } = cause;
      throw new ApiError(status, { code, message });
    }
  };
}

/** The same as a browser calls: the answer is read as it is there. */
export const createInProcessCall =
  (answerCall: AnswerCall): Call =>
  async (endpoint, input) =>
    toResult(endpoint, await answerCall(endpoint, input));
