import type { AccessPolicy, Endpoint } from "#contract/endpoint.ts";
import { toJsonSchema } from "@valibot/to-json-schema";
import type { FastifyInstance } from "fastify";
import * as v from "valibot";
import { UNAUTHORIZED } from "#contract/errors.ts";
import type { Route } from "./route.ts";
import {
  createBusyRefusal,
  createForeignOriginRefusal,
  type HttpRefusal,
  createTooManyRefusal,
  createFrameworkRefusal,
} from "./envelope.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import { answerHeaders } from "./security-headers.ts";
import { serveFixed } from "./serve-fixed.ts";

interface ApiDocument {
  routes: readonly Route[];
  publicUrl: string;
  apiUrl?: string;
  responseCache: ResponseCache;
}

/** Composing the document takes 25 ms, so it is composed at the first request. */
export const serveOpenApi = (
  app: FastifyInstance,
  { routes, publicUrl, apiUrl = publicUrl, responseCache }: ApiDocument,
): void =>
  void serveFixed(app, responseCache, "/api/openapi.json", {
    type: "application/json; charset=utf-8",
    headers: answerHeaders,
    body: () => JSON.stringify(buildOpenApi(routes, apiUrl)),
  });

export type OpenApi = ReturnType<typeof buildOpenApi>;

export function buildOpenApi(routes: readonly DeclaredRoute[], apiUrl: string) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    // Calls work with and without a trailing slash; list only the path without it.
    const path = route.endpoint.path.replace(/\/$/, "").replaceAll(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[route.endpoint.method.toLowerCase()] = describeOperation(route);
  }
  const responses = Object.entries(sharedResponses).map(([name, { message, header }]) => [
    name,
    describeError(message, header),
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: "The API of the shop",
      version: "1",
      description: "Every call of the shop. Amounts are in rupees; times are in ISO 8601.",
    },
    servers: [{ url: apiUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Error: buildJsonSchema(errorBody) },
      responses: Object.fromEntries(responses) as Record<string, Response>,
    },
  };
}

type DeclaredRoute = Pick<Route, "endpoint" | "contract">;

export type Operation = ReturnType<typeof describeOperation>;

function describeOperation({ endpoint, contract }: DeclaredRoute) {
  const { summary, query, body } = contract;
  return {
    summary,
    description: policyTexts[endpoint.policy],
    security: endpoint.policy === "customer" ? [{ bearer: [] }] : [],
    parameters: [
      ...listPathParameters(endpoint.path),
      ...(query ? listQueryParameters(buildJsonSchema(query)) : []),
    ],
    ...(body && { requestBody: { required: true, ...toJsonContent(buildJsonSchema(body)) } }),
    responses: {
      "200": { description: "Done", ...describeAnswer(contract) },
      ...describeRefusals({ endpoint, contract }),
    } as Record<string, Response | { $ref: string }>,
  };
}

const policyTexts: Record<AccessPolicy, string> = {
  public: "Public.",
  customer: "Requires a signed-in customer.",
  refresh: "Requires the refresh token or cookie of a session.",
  webhook: "For the payment provider, which signs its requests.",
};

interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema: JsonObject;
}

const listPathParameters = (path: string): Parameter[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

function listQueryParameters({ required, properties }: JsonObject): Parameter[] {
  return Object.entries((properties ?? {}) as Record<string, JsonObject>).map(([name, schema]) => ({
    name,
    in: "query",
    required: ((required ?? []) as string[]).includes(name),
    schema,
  }));
}

interface JsonObject {
  [name: string]: unknown;
}

interface Response {
  description: string;
  headers?: Record<string, { schema: JsonObject }>;
  content?: Record<string, { schema: JsonObject }>;
}

const describeAnswer = ({ answer, file }: DeclaredRoute["contract"]): Pick<Response, "content"> =>
  file
    ? { content: { [file]: { schema: { type: "string", format: "binary" } } } }
    : toJsonContent(buildJsonSchema(answer));

/** Describes the errors of a call. An error that only the HTTP layer causes is a reference to a shared response. */
function describeRefusals({ endpoint, contract }: DeclaredRoute) {
  const common = Object.entries(sharedResponses).filter(([, { happensTo }]) => happensTo(endpoint));
  const own = [
    ...(contract.body ? [{ status: 400, message: "The request is not valid." }] : []),
    ...(endpoint.policy === "customer" ? [{ status: 401, message: UNAUTHORIZED }] : []),
    ...Object.values(contract.refusals),
  ];
  const references = common.map(([name, { status }]) => [status, { $ref: `#/components/responses/${name}` }]);
  const errors = [...Map.groupBy(own, ({ status }) => status)].map(([status, refusals]) => {
    const shared = common.map(([, response]) => response).find((response) => response.status === status);
    const messages = [...refusals, ...(shared ? [shared] : [])].map(({ message }) => message);
    return [status, describeError([...new Set(messages)].join(" · "), shared?.header)];
  });
  return Object.fromEntries([...references, ...errors]);
}

const describeError = (description: string, header?: "Allow" | "Retry-After"): Response => ({
  description,
  ...(header && { headers: { [header]: { schema: { type: "string" } } } }),
  ...toJsonContent({ $ref: "#/components/schemas/Error" }),
});

const toJsonContent = (schema: JsonObject) => ({ content: { "application/json": { schema } } });

function buildJsonSchema(schema: v.GenericSchema): JsonObject {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    errorMode: "ignore",
    typeMode: "input",
  }) as JsonObject;
  return rest;
}

export const errorBody = v.object({
  success: v.literal(false),
  code: v.pipe(v.string(), v.description("for programs")),
  message: v.pipe(v.string(), v.description("for people")),
  error: v.pipe(v.string(), v.description("the same sentence again")),
  requestId: v.string(),
  fields: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
  details: v.optional(v.unknown()),
});

interface SharedResponse {
  status: number;
  message: string;
  header?: "Allow" | "Retry-After";
  happensTo: (endpoint: Endpoint) => boolean;
}

const toResponse = ({ status, message }: HttpRefusal) => ({ status, message });
const isAlways = () => true;
const hasBody = ({ method }: Endpoint) => method !== "GET";

const sharedResponses: Readonly<Record<string, SharedResponse>> = {
  BadRequest: { ...toResponse(createFrameworkRefusal(400)), happensTo: isAlways },
  ForeignOrigin: {
    ...toResponse(createForeignOriginRefusal()),
    happensTo: (endpoint) => hasBody(endpoint) && endpoint.policy !== "webhook",
  },
  NotFound: { ...toResponse(createFrameworkRefusal(404)), happensTo: ({ path }) => path.includes(":") },
  MethodNotAllowed: {
    status: 405,
    message: "This URL does not support this method.",
    header: "Allow",
    happensTo: isAlways,
  },
  TooLarge: { ...toResponse(createFrameworkRefusal(413)), happensTo: hasBody },
  AddressTooLong: { ...toResponse(createFrameworkRefusal(414)), happensTo: isAlways },
  UnsupportedMediaType: { ...toResponse(createFrameworkRefusal(415)), happensTo: hasBody },
  TooMany: { ...toResponse(createTooManyRefusal(1_000)), header: "Retry-After", happensTo: isAlways },
  Busy: { ...toResponse(createBusyRefusal(1_000)), header: "Retry-After", happensTo: isAlways },
};
