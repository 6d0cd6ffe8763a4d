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
  { routes, publicUrl, apiUrl, responseCache }: ApiDocument,
): void =>
  void serveFixed(app, responseCache, "/api/openapi.json", {
    type: "application/json; charset=utf-8",
    headers: answerHeaders,
    body: () => JSON.stringify(buildOpenApi(routes, publicUrl, apiUrl)),
  });

export function buildOpenApi(
  routes: readonly DeclaredRoute[],
  publicUrl: string,
  apiUrl: string = publicUrl,
) {
  const paths: Record<string, Record<string, Operation>> = {};
  const tags = [...new Set(routes.map(({ endpoint }) => getTag(endpoint.path)))].toSorted();
  for (const route of routes) {
    // A path with a trailing slash has an alias without it; list only the alias.
    const path = route.endpoint.path.replace(/\/$/, "").replaceAll(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[route.endpoint.method.toLowerCase()] = describeOperation(route);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "The API of the shop",
      version: "1",
      description: "Every call of the shop. Amounts are in rupees; times are in ISO 8601.",
      contact: { name: "The shop", url: `${publicUrl}/contact-us` },
      license: { name: "Not licensed to others", identifier: "LicenseRef-proprietary" },
    },
    servers: [{ url: apiUrl }],
    tags: tags.map((name) => ({ name, description: `Calls about ${name.replaceAll("-", " ")}.` })),
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Error: buildJsonSchema(errorBody) },
      responses: Object.fromEntries(
        Object.entries(sharedResponses).map(([name, { message, header }]) => [
          name,
          describeError(message, header),
        ]),
      ),
    },
  };
}

export type Operation = ReturnType<typeof describeOperation>;

function describeOperation({ endpoint, contract }: DeclaredRoute) {
  const { query, body } = contract;
  const responses: Responses = {
    "200": { description: "Done", ...describeAnswer(contract) },
    ...describeRefusals({ endpoint, contract }),
  };
  return {
    operationId: buildOperationId(endpoint),
    summary: contract.summary,
    description: `${contract.summary.replace(/\.?$/, ".")} ${policyTexts[endpoint.policy]}`,
    tags: [getTag(endpoint.path)],
    security: endpoint.policy === "customer" ? [{ bearer: [] }] : [],
    parameters: [
      ...listPathParameters(endpoint.path),
      ...(query ? listQueryParameters(buildJsonSchema(query)) : []),
    ],
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: buildJsonSchema(body) } } },
    }),
    responses,
  };
}

const policyTexts: Record<AccessPolicy, string> = {
  public: "Public.",
  customer: "Requires a signed-in customer.",
  refresh: "Requires the refresh token or cookie of a session.",
  webhook: "For the payment provider, which signs its requests.",
};

const buildOperationId = ({ method, path }: DeclaredRoute["endpoint"]): string =>
  method.toLowerCase() +
  listParts(path)
    .map((part) => (part.startsWith(":") ? `By${capitalise(part.slice(1))}` : capitalise(part)))
    .join("");

const capitalise = (part: string): string =>
  part.replaceAll(/(?:^|[^a-z\d]+)([a-z\d])/gi, (_, first: string) => first.toUpperCase());

const listParts = (path: string): string[] => path.split("/").filter((part) => part !== "" && part !== "api");

const getTag = (path: string): string => listParts(path)[0] ?? "shop";

const describeAnswer = ({ answer, file }: DeclaredRoute["contract"]): Pick<Response, "content"> =>
  file
    ? { content: { [file]: { schema: { type: "string", format: "binary" } } } }
    : toJsonContent(buildJsonSchema(answer));

const listPathParameters = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    description: `The ${describeName(name)}.`,
    required: true,
    schema: { type: "string" },
  }));

const describeName = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function listQueryParameters(schema: JsonObject) {
  const required = (schema["required"] ?? []) as string[];
  return Object.entries((schema["properties"] ?? {}) as Record<string, JsonObject>).map(([name, type]) => ({
    name,
    in: "query",
    description: `The requested ${describeName(name)}.`,
    required: required.includes(name),
    schema: type,
  }));
}

interface JsonObject {
  [name: string]: unknown;
}

interface Response {
  description: string;
  headers?: Record<string, { schema: JsonObject; description?: string }>;
  content?: Record<string, { schema: JsonObject }>;
}

type Responses = Record<string, Response | { $ref: string }>;

type DeclaredRoute = Pick<Route, "endpoint" | "contract">;

function describeRefusals({ endpoint, contract }: DeclaredRoute): Responses {
  const descriptions: Record<string, string[]> = {
    ...(contract.body && { "400": ["The request is not valid."] }),
  };
  if (endpoint.policy === "customer") descriptions["401"] = [UNAUTHORIZED];
  for (const { status, message } of Object.values(contract.refusals))
    (descriptions[status] ??= []).push(message);
  const responses: Responses = {};
  for (const [name, common] of Object.entries(sharedResponses)) {
    if (common.happensTo(endpoint)) responses[common.status] = { $ref: `#/components/responses/${name}` };
  }
  for (const [status, messages] of Object.entries(descriptions)) {
    const common = Object.values(sharedResponses).find((candidate) => String(candidate.status) === status);
    const commonMessages = common?.happensTo(endpoint) ? [common.message] : [];
    responses[status] = describeError(
      [...new Set([...messages, ...commonMessages])].join(" · "),
      common?.header,
    );
  }
  return responses;
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
  error: v.pipe(v.string(), v.description("the same text as message")),
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
