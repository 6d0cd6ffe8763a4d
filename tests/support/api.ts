import Fastify, { type FastifyBaseLogger, type FastifyInstance, type InjectOptions } from "fastify";
import { createServer } from "node:http";
import { buildAddress, type CallInput } from "#contract/endpoint-call.ts";
import type { AnswerOf, Endpoint } from "#contract/endpoint.ts";
import { ApiError, type ErrorEnvelope } from "#contract/errors.ts";
import { createResponseCache } from "#platform/cache/response-cache.ts";
import type { Context } from "#platform/context.ts";
import { createNotFoundRefusal, sendError } from "#platform/http/envelope.ts";
import { createRequestIds, followRequests } from "#platform/http/follow-requests.ts";
import { BODY_LIMIT_BYTES, readJsonBodies } from "#platform/http/json-bodies.ts";
import type { Route } from "#platform/http/route.ts";
import { serveRoutes } from "#platform/http/serve-routes.ts";
import { createLog } from "#platform/observe/log.ts";
import { findPrincipal } from "#shop/accounts/server/index.ts";
import { createFramework, createWiring, parseQuery } from "../../server/http-server.ts";
import type { Customer } from "./customer.ts";
import type { TestContext } from "./database.ts";

type Method = Endpoint["method"];

export interface TestRequest {
  method: Method;
  url: string;
  /** A string is sent unchanged, any other value as JSON. Without a body, the request has no content type. */
  body?: unknown;
  as?: Customer;
  headers?: Record<string, string>;
  /** The visitor's IP address. By default, that of this machine. */
  ip?: string;
}

export interface TestResponse {
  status: number;
  body: Record<string, unknown> & Partial<ErrorEnvelope>;
  bytes: Buffer;
  headers: Record<string, string | string[] | number | undefined>;
}

/** A server with only the given endpoints. Every response is validated against its schema. */
export interface Api {
  inject(asking: TestRequest): Promise<TestResponse>;
  /** Makes a call as the browser does. @throws ApiError if the call fails */
  call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    how?: Pick<TestRequest, "as" | "headers" | "ip">,
  ): Promise<AnswerOf<E>>;
  /** If `customer` is null, a guest sends the requests. */
  as(customer: Customer | null): RequestMethods;
  close(): Promise<void>;
}

type SendRequest = (url: string, body?: unknown, headers?: Record<string, string>) => Promise<TestResponse>;
export type RequestMethods = Record<"get" | "post" | "put" | "patch" | "delete", SendRequest>;

/** Creates an app that serves only the given endpoints. It validates every response against its schema. */
export function createApiApp(context: Context, routes: readonly Route[]) {
  const loggerInstance: FastifyBaseLogger = context.log;
  const app = Fastify({
    loggerInstance,
    genReqId: createRequestIds(() => true),
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 200, querystringParser: parseQuery },
    frameworkErrors: (cause, request, reply) => void sendError(cause, request, reply),
  });
  app.setNotFoundHandler((request, reply) => sendError(createNotFoundRefusal(), request, reply));
  app.setErrorHandler((cause, request, reply) => sendError(cause, request, reply));
  readJsonBodies(app);
  followRequests(app);
  serveRoutes(app, routes, {
    context,
    findPrincipal,
    responseCache: createResponseCache(),
    checkAnswers: true,
  });
  return app;
}

export async function openApi(context: Context, routes: readonly Route[]): Promise<Api> {
  const app = createApiApp(context, routes);
  await app.ready();

  const inject = async ({ method, url, body, as, headers, ip }: TestRequest): Promise<TestResponse> => {
    const request: InjectOptions = {
      method,
      url,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(as && { authorization: `Bearer ${as.accessToken}` }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
      ...(ip !== undefined && { remoteAddress: ip }),
    };
    const response = await app.inject(request);
    const isFile = response.headers["content-disposition"] !== undefined;
    return {
      status: response.statusCode,
      body: isFile ? {} : response.json(),
      bytes: response.rawPayload,
      headers: response.headers,
    };
  };

  return {
    inject,
    async call(endpoint, input, how = {}) {
      const { body } = input as { body?: unknown };
      const answered = await inject({
        method: endpoint.method,
        url: buildAddress(endpoint, input as Parameters<typeof buildAddress>[1]),
        ...(body !== undefined && { body }),
        ...how,
      });
      if (answered.status !== 200) throw new ApiError(answered.status, answered.body);
      return answered.body;
    },
    as(customer) {
      const verb =
        (method: Method): SendRequest =>
        (url, body, headers) =>
          inject({ method, url, body, ...(customer && { as: customer }), ...(headers && { headers }) });
      return {
        get: verb("GET"),
        post: verb("POST"),
        put: verb("PUT"),
        patch: verb("PATCH"),
        delete: verb("DELETE"),
      };
    },
    close: () => app.close(),
  };
}

/** Creates an app like the shop's, but with only this plugin. `readLog()` returns everything that it has logged. */
export async function openPlainApp(
  context: TestContext,
  plugin: (app: FastifyInstance, context: TestContext) => Promise<void>,
): Promise<{ app: FastifyInstance; readLog(): string }> {
  let logged = "";
  const log = createLog("trace", { write: (line) => void (logged += line) });
  const app = createFramework({ ...context, log }, createServer(), createWiring());
  await app.register((scope) => plugin(scope, context));
  return { app, readLog: () => logged };
}

/**
 * Requests a page from plain-page.ts, as a browser that sends no referrer. If `href` is a signed link (`/track#…`),
 * posts the link's fragment together with `form`, as the page's script does.
 */
export async function askPlainApp(app: FastifyInstance, href: string, form?: Record<string, string>) {
  const [url = "", link] = href.split("#");
  const posted = link === undefined ? form : { link, ...form };
  const { statusCode, body, rawPayload, headers } = await app.inject({
    url,
    method: posted ? "POST" : "GET",
    remoteAddress: "203.0.113.7",
    headers: {
      accept: "text/html",
      ...(posted && { "content-type": "application/x-www-form-urlencoded", origin: "null" }),
    },
    ...(posted && { payload: new URLSearchParams(posted).toString() }),
  });
  return { status: statusCode, html: body, bytes: rawPayload, headers };
}

export const getLinkCode = (href: string): string => href.slice(href.indexOf("#") + 1);
