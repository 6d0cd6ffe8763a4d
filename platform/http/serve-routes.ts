import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";
import { UNAUTHORIZED } from "#contract/errors.ts";
import type { AccessPolicy, Endpoint } from "#contract/endpoint.ts";
import {
  type HandlerInput,
  type Principal,
  type RequestContext,
  type Route,
  createRequestContext,
} from "./route.ts";
import type { Context } from "../context.ts";
import { createForeignOriginRefusal, HttpRefusal, createNotAllowedRefusal } from "./envelope.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import { FileAnswer, JsonStream } from "./bodies.ts";
import { isRefused, refuse } from "./refuse.ts";
import { MINUTE } from "#contract/time.ts";
import { allowLongRequest } from "../limits/slow-clients.ts";
import { isOwnOrigin } from "./origin.ts";
import { answerHeaders } from "./security-headers.ts";
import { toHttpRefusal, parseInput } from "./call-route.ts";
import { cacheMisses } from "../observe/metrics.ts";

/** Payment providers send larger bodies than customers (security §10). */
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

/** Registers every endpoint. A request to an endpoint's path with another method gets the status 405. */
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
  // Set these headers before the handler runs, so that refusals have them too.
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

/** Requires a session for a long body, and gives the customer more time to send it. */
async function refuseStrangers(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, findPrincipal }: RouteOptions,
): Promise<void> {
  if (!(await findPrincipal(context, createRequestContext(request, reply, context))))
    throw new HttpRefusal(401, "unauthorized", UNAUTHORIZED);
  allowLongRequest(request.raw, MAX_UPLOAD_MS);
}

/** The maximum time of an upload: enough for a phone that sends 20 kB a second. */
const MAX_UPLOAD_MS = MINUTE;

function refuseForeignOrigin(request: FastifyRequest, context: Context): void {
  const { origin, host } = request.headers;
  const crossSite = request.headers["sec-fetch-site"] === "cross-site" && origin === undefined;
  if (crossSite || (origin !== undefined && !isOwnOrigin(origin, host, context.config))) {
    throw createForeignOriginRefusal();
  }
}
