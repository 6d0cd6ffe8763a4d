import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";
import { ApiError, type FieldError, UNAUTHORIZED } from "#contract/errors.ts";
import { type Call, type Endpoint, type AccessPolicy, resultOf } from "#contract/endpoint.ts";
import { isWellFormedText } from "#contract/text.ts";
import type { HandlerInput, Route, Principal, RequestContext } from "./route.ts";
import type { Context } from "./context.ts";
import { readCookies } from "./cookies.ts";
import { foreignOrigin, HttpRefusal, notAllowed } from "./envelope.ts";
import type { ResponseCache } from "./response-cache.ts";
import { isRefused, type Refused } from "./refuse.ts";
import { isOwnOrigin } from "./origin.ts";
import { answerHeaders } from "./security-headers.ts";

/** Other companies tell all they know (security §10). */
const WEBHOOK_LIMIT_BYTES = 256 * 1024;

const JSON_TYPE = "application/json; charset=utf-8";

type Identify = (context: Context, requestContext: RequestContext) => Promise<Principal | null>;

interface Serving {
  context: Context;
  identify: Identify;
  responseCache: ResponseCache;
  /** Tests hold every answer against its declared schema; the open shop trusts itself. */
  checkAnswers?: boolean;
}

/** Puts every bound endpoint under its method and paths, and answers 405 for the methods it does not have. */
export function serveRoutes(app: FastifyInstance, routes: readonly Route[], serving: Serving): void {
  const methodsOf = new Map<string, Set<string>>();
  for (const route of routes) {
    assertPolicy(route.endpoint);
    for (const path of [route.endpoint.path, ...(route.contract.aliases ?? [])]) {
      app.route({
        method: route.endpoint.method,
        url: path,
        ...(route.endpoint.policy === "webhook" && { bodyLimit: WEBHOOK_LIMIT_BYTES }),
        handler: (request, reply) => serve(route, request, reply, serving),
      });
      const known = methodsOf.get(path) ?? new Set();
      methodsOf.set(path, known.add(route.endpoint.method));
    }
  }
  for (const [path, known] of methodsOf) {
    const missing = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"].filter(
      (method) => !known.has(method),
    );
    app.route({
      method: missing,
      url: path,
      handler: () => {
        throw notAllowed([...known, ...(known.has("GET") ? ["HEAD"] : [])]);
      },
    });
  }
}

const POLICIES: Record<AccessPolicy, true> = { public: true, customer: true, refresh: true, webhook: true };

/** Nothing is open by oversight (security §3): the shop does not start with a call that does not say who may ask. */
function assertPolicy({ method, path, policy }: Endpoint): void {
  if (!Object.hasOwn(POLICIES, policy)) throw new Error(`${method} ${path} does not say who may call it.`);
}

async function serve(route: Route, request: FastifyRequest, reply: FastifyReply, serving: Serving) {
  const { context, identify, responseCache, checkAnswers } = serving;
  const { endpoint, contract, handle } = route;
  const requestContext = requestContextOf(request, reply, context);
  if (endpoint.method !== "GET" && endpoint.policy !== "webhook") refuseForeignOrigin(request, context);
  const principal =
    endpoint.policy === "public" && contract.cached ? null : await identify(context, requestContext);
  if (endpoint.policy === "customer" && !principal) {
    throw new HttpRefusal(401, "unauthorized", UNAUTHORIZED);
  }
  const input: HandlerInput<Endpoint> = {
    params: request.params as Record<string, never>,
    query: parsed(contract.query, request.query, "query"),
    body: parsed(contract.body, request.body ?? {}, "body"),
    principal,
    requestContext,
  };
  const version = responseCache.version();
  const outcome = await handle(context, input);
  if (isRefused(outcome)) throw asHttp(route, outcome);
  if (checkAnswers) v.parse(contract.answer, outcome);
  const json = JSON.stringify(outcome);
  const headers = { ...answerHeaders, "cache-control": contract.cached ? "no-cache" : "no-store" };
  if (contract.cached) {
    responseCache.set(request.url, version, { type: JSON_TYPE, headers, body: json });
    if (responseCache.serve(request.raw, reply.raw)) return reply.hijack();
  }
  return reply.headers(headers).type(JSON_TYPE).send(json);
}

/** What a bound endpoint answers to a guest, unread. @throws ApiError for what it refuses */
export type AnswerCall = (endpoint: Pick<Endpoint, "method" | "path">, input: unknown) => Promise<unknown>;

/** Asks bound endpoints inside the process, for pages rendered on the server: a guest's question, no HTTP. */
export function inProcessAnswers(routes: readonly Route[], context: Context): AnswerCall {
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
export const inProcessCall =
  (answerCall: AnswerCall): Call =>
  async (endpoint, input) =>
    resultOf(endpoint, await answerCall(endpoint, input));

/** Asks a bound endpoint inside the process, as a guest. Throws an `HttpRefusal` for what it refuses. */
export async function callRoute(
  route: Route,
  { params = {}, query = {}, body = {} }: { params?: Record<string, never>; query?: unknown; body?: unknown },
  context: Context,
  requestContext: RequestContext,
): Promise<never> {
  const { contract, handle } = route;
  const outcome = await handle(context, {
    params,
    query: parsed(contract.query, query, "query"),
    body: parsed(contract.body, body, "body"),
    principal: null,
    requestContext,
  });
  if (isRefused(outcome)) throw asHttp(route, outcome);
  return outcome as never;
}

function parsed(schema: v.GenericSchema | undefined, input: unknown, where: "query" | "body"): unknown {
  if (!schema) return undefined;
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw invalid([{ path: where, message: "What was sent could not be read." }]);
  }
  const unreadable = unreadableIn(input, []);
  if (unreadable) throw invalid([unreadable]);
  const result = v.safeParse(schema, input, { message: neutralMessage });
  if (result.success) return result.output;
  throw invalid(
    result.issues.map((issue) => ({ path: v.getDotPath(issue) ?? where, message: issue.message })),
  );
}

const invalid = (fields: FieldError[]) =>
  new HttpRefusal(400, "invalid", fields[0]?.message ?? "Please check what you sent.", { fields });

/** For a fault that its schema has no sentence for; what was sent is not repeated. */
const neutralMessage = (issue: v.BaseIssue<unknown>): string =>
  `${v.getDotPath(issue) ?? "This"} ${issue.input === undefined ? "is missing" : "does not have the right form"}.`;

const DEEPEST = 32;

/** The first thing that no schema should see: text that cannot be stored (U+0000, half a surrogate pair), or a maze. */
function unreadableIn(value: unknown, path: readonly string[]): FieldError | null {
  if (typeof value === "string" && !isWellFormedText(value)) {
    return { path: path.join("."), message: "This text holds characters that cannot be stored." };
  }
  if (value === null || typeof value !== "object") return null;
  if (path.length > DEEPEST) return { path: path[0] ?? "", message: "What you sent is nested too deeply." };
  for (const [name, inner] of Object.entries(value)) {
    const found = unreadableIn(inner, [...path, name]);
    if (found) return found;
  }
  return null;
}

function asHttp({ endpoint, contract }: Route, { code, extra }: Refused): HttpRefusal {
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

/** A browser says where a request comes from; another site's page may not change anything here. */
function refuseForeignOrigin(request: FastifyRequest, context: Context): void {
  const { origin, host } = request.headers;
  const crossSite = request.headers["sec-fetch-site"] === "cross-site" && origin === undefined;
  if (crossSite || (origin !== undefined && !isOwnOrigin(origin, host, context.config))) {
    throw foreignOrigin();
  }
}

/** What a handler may know of a request, and add to its answer. */
export function requestContextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { config }: Context,
): RequestContext {
  const { rawText } = request as FastifyRequest & { rawText?: string };
  return {
    ip: request.ip,
    requestId: request.id,
    cookies: readCookies(request.headers.cookie),
    secure: config.publicUrl.startsWith("https:"),
    rawBody: rawText ?? "",
    header: (name) => {
      const value = request.headers[name.toLowerCase()];
      return Array.isArray(value) ? value[0] : value;
    },
    reply: (name, value) => void reply.header(name, value),
  };
}
