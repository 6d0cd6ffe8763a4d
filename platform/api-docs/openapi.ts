import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import type { Endpoint } from "#contract/endpoint.ts";
import { sharedResponses } from "./shared-responses.ts";

interface JsonObject {
  [name: string]: unknown;
}

export interface OpenApi extends JsonObject {
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: JsonObject;
    schemas: { Error: JsonObject };
    responses: Record<string, Response>;
  };
}

export interface Operation {
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { name: string; in: "path" | "query"; required: boolean; schema: JsonObject }[];
  requestBody?: { required: true; content: { "application/json": { schema: JsonObject } } };
  /** By status; what any call may answer stands once, in the components. */
  responses: Record<string, Response | Reference>;
}

export interface Response {
  description: string;
  headers?: Record<string, { schema: JsonObject; description?: string }>;
  content?: { "application/json": { schema: JsonObject } };
}

export interface Reference {
  $ref: string;
}

/** The OpenAPI 3.1 document of all endpoints, made from their declarations alone. */
export function openApiOf(endpoints: readonly Endpoint[], publicUrl: string): OpenApi {
  const paths: OpenApi["paths"] = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Taruva",
      version: "1",
      description: "Every call of the shop. Amounts are rupees, moments ISO 8601.",
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Error: errorSchema },
      responses: commonResponses(),
    },
  };
}

function operationOf(endpoint: Endpoint): Operation {
  const { query, body } = endpoint;
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split("/").find((part) => part !== "" && part !== "api") ?? "shop"],
    security: endpoint.policy === "customer" ? [{ bearer: [] }] : [],
    parameters: [...pathParameters(endpoint.path), ...(query ? queryParameters(jsonSchema(query)) : [])],
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: jsonSchema(body) } } },
    }),
    responses: {
      "200": { description: "Done", ...json(jsonSchema(endpoint.answer)) },
      ...refusalsOf(endpoint),
    },
  };
}

const pathParameters = (path: string): Operation["parameters"] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

function queryParameters(schema: JsonObject): Operation["parameters"] {
  const required = (schema["required"] ?? []) as string[];
  return Object.entries((schema["properties"] ?? {}) as Record<string, JsonObject>).map(([name, type]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema: type,
  }));
}

/** Several refusals may share a status: their messages stand side by side. */
function refusalsOf(endpoint: Endpoint): Operation["responses"] {
  const own: Record<string, string[]> = {
    ...(endpoint.body && { "400": ["What was sent is not valid."] }),
  };
  if (endpoint.policy === "customer") own["401"] = ["Unauthorized! Please log in."];
  for (const { status, message } of Object.values(endpoint.refusals)) (own[status] ??= []).push(message);
  const responses: Operation["responses"] = {};
  for (const [name, common] of Object.entries(sharedResponses)) {
    if (common.happensTo(endpoint)) responses[common.status] = { $ref: `#/components/responses/${name}` };
  }
  for (const [status, messages] of Object.entries(own)) {
    const common = Object.values(sharedResponses).find((one) => String(one.status) === status);
    const also = common?.happensTo(endpoint) ? [common.message] : [];
    responses[status] = errorResponse([...new Set([...messages, ...also])].join(" · "), common?.header);
  }
  return responses;
}

const commonResponses = (): Record<string, Response> =>
  Object.fromEntries(
    Object.entries(sharedResponses).map(([name, { message, header }]) => [
      name,
      errorResponse(message, header),
    ]),
  );

const errorResponse = (description: string, header?: "Allow" | "Retry-After"): Response => ({
  description,
  ...(header && { headers: { [header]: { schema: { type: "string" } } } }),
  ...json({ $ref: "#/components/schemas/Error" }),
});

const json = (schema: JsonObject) => ({ content: { "application/json": { schema } } });

function jsonSchema(schema: GenericSchema): JsonObject {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    errorMode: "ignore",
    typeMode: "input",
  }) as JsonObject;
  return rest;
}

const errorSchema: JsonObject = {
  type: "object",
  required: ["success", "code", "message", "error", "requestId"],
  properties: {
    success: { const: false },
    code: { type: "string", description: "for programs" },
    message: { type: "string", description: "for people" },
    error: { type: "string", description: "the same sentence again" },
    requestId: { type: "string" },
    fields: {
      type: "array",
      items: { type: "object", properties: { path: { type: "string" }, message: { type: "string" } } },
    },
    details: {},
  },
};
