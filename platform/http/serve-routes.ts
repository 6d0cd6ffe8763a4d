import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";
import { UNAUTHORIZED, type FieldError } from "#contract/errors.ts";
import type { AccessPolicy, Endpoint } from "#contract/endpoint.ts";
import {
  type HandlerInput,
  type Principal,
  type RequestContext,
  type Route,
  createRequestContext,
} from "./route.ts";
import type { Context } from "../context.ts";
import { createForeignOriginRefusal, HttpRefusal, createNotAllowedRefusal, toRefusal } from "./envelope.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import { FileAnswer, JsonStream } from "./bodies.ts";
import { isRefused, refuse, type RequestRefused } from "./refuse.ts";
import { MINUTE } from "#contract/time.ts";
import { allowLongRequest } from "../limits/slow-clients.ts";
import { isOwnOrigin } from "./origin.ts";
import { answerHeaders } from "./security-headers.ts";
import { cacheMisses } from "../observe/metrics.ts";
import type { AnswerCall } from "#contract/page.ts";
import { isWellFormedText, UNSTORABLE_TEXT } from "#contract/text.ts";
import { isDatabaseAway } from "../database/database-errors.ts";

/** The maximum size of a webhook's body: payment providers send larger bodies than customers (security §10). */
const WEBHOOK_LIMIT_BYTES = 256 * 1024;

const JSON_TYPE = "application/json; charset=utf-8";

type FindPrincipal = (context: Context, requestContext: RequestContext) => Promise<Principal | null>;

interface RouteOptions {
  context: Context;
  findPrincipal: FindPrincipal;
  responseCache: ResponseCache;
  describeState?: () => Readonly<Record<string, string>>;
  checkAnswers?: boolean;
}

export function serveRoutes(app: FastifyInstance, routes: readonly Route[], serving: RouteOptions): void {
  const methodsOf = new Map<string, Set<string>>();
  for (const route of routes) {
    assertPolicy(route.endpoint);
    for (const path of [route.endpoint.path, ...(route.contract.aliases ?? [])]) {
      app.route({
        method: route.endpoint.method,
        url: path,
        ...(route.endpoint.policy === "webhook" && { bodyLimit: WEBHOOK_LIMIT_BYTES }),
        ...(route.contract.longestBody !== undefined && {
          bodyLimit: route.contract.longestBody,
          onRequest: (request: FastifyRequest, reply: FastifyReply) =>
            refuseStrangers(request, reply, serving),
        }),
        handler: (request, reply) => serve(route, request, reply, serving),
      });
      const existing = methodsOf.get(path) ?? new Set();
      methodsOf.set(path, existing.add(route.endpoint.method));
    }
  }
  for (const [path, methods] of methodsOf) {
    const missing = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"].filter(
      (method) => !methods.has(method),
    );
    app.route({
      method: missing,
      url: path,
      handler: () => {
        throw createNotAllowedRefusal([...methods, ...(methods.has("GET") ? ["HEAD"] : [])]);
      },
    });
  }
}

const POLICIES: Record<AccessPolicy, true> = { public: true, customer: true, refresh: true, webhook: true };

/** Prevents the shop from starting if an endpoint declares no policy (security §3). */
function assertPolicy({ method, path, policy }: Endpoint): void {
  if (!Object.hasOwn(POLICIES, policy))
    throw new Error(`${method} ${path} does not declare who may call it.`);
}

async function serve(route: Route, request: FastifyRequest, reply: FastifyReply, serving: RouteOptions) {
  const { context, findPrincipal, responseCache, describeState, checkAnswers } = serving;
  const { endpoint, contract, handle } = route;
  const requestContext = createRequestContext(request, reply, context);
  if (endpoint.method !== "GET" && endpoint.policy !== "webhook") refuseForeignOrigin(request, context);
  const principal =
    endpoint.policy === "public" && contract.cached ? null : await findPrincipal(context, requestContext);
  if (endpoint.policy === "customer" && !principal) {
    throw new HttpRefusal(401, "unauthorized", UNAUTHORIZED);
  }
  const { userId } = request.params as { userId?: string };
  // Another customer's id in the URL is refused like an unknown id, so that nobody learns which ids exist (D74).
  if (userId !== undefined && userId !== principal?.accountId)
    throw toHttpRefusal(route, refuse("not_found"));
  const input: HandlerInput<Endpoint> = {
    params: request.params as Record<string, never>,
    query: parseInput(contract.query, request.query, "query"),
    body: parseInput(contract.body, request.body ?? {}, "body"),
    principal,
    requestContext,
  };
  if (contract.cached) cacheMisses.add();
  const version = responseCache.version();
  // Set these headers before the handler runs, so that the handler's refusals have them too.
  const state = describeState?.() ?? {};
  reply.headers(state);
  const result = await handle(context, input);
  if (isRefused(result)) throw toHttpRefusal(route, result);
  if (result instanceof JsonStream)
    return reply
      .headers({ ...answerHeaders, "cache-control": "no-store" })
      .type(JSON_TYPE)
      .send(result.toReadable());
  if (result instanceof FileAnswer)
    return reply
      .headers({ ...answerHeaders, "cache-control": "no-store", ...result.headers() })
      .send(result.bytes);
  if (checkAnswers) v.parse(contract.answer, result);
  const json = JSON.stringify(result);
  const headers = {
    ...answerHeaders,
    ...state,
    "cache-control": contract.cached ? "no-cache" : "no-store",
  };
  if (contract.cached) {
    responseCache.set(request.url, version, { type: JSON_TYPE, headers, body: json });
    if (responseCache.serve(request.raw, reply.raw)) return reply.hijack();
  }
  return reply.headers(headers).type(JSON_TYPE).send(json);
}

async function refuseStrangers(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, findPrincipal }: RouteOptions,
): Promise<void> {
  if (!(await findPrincipal(context, createRequestContext(request, reply, context))))
    throw new HttpRefusal(401, "unauthorized", UNAUTHORIZED);
  allowLongRequest(request.raw, MAX_UPLOAD_MS);
}

/** The maximum time of an upload: enough for the largest body from a phone that sends 22 kB a second. */
const MAX_UPLOAD_MS = MINUTE;

function refuseForeignOrigin(request: FastifyRequest, context: Context): void {
  const { origin, host } = request.headers;
  const crossSite = request.headers["sec-fetch-site"] === "cross-site" && origin === undefined;
  if (crossSite || (origin !== undefined && !isOwnOrigin(origin, host, context.config))) {
    throw createForeignOriginRefusal();
  }
}

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

function parseInput(schema: v.GenericSchema | undefined, input: unknown, source: "query" | "body"): unknown {
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

/** Unlike the default message of Valibot, this message never contains the input. */
const getNeutralMessage = (issue: v.BaseIssue<unknown>): string =>
  `${v.getDotPath(issue) ?? "This"} ${issue.input === undefined ? "is missing" : "has the wrong format"}.`;

const DEEPEST = 32;

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

function toHttpRefusal({ endpoint, contract }: Route, { code, extra }: RequestRefused): HttpRefusal {
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
