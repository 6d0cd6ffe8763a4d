import {
  commonResponses,
  type Declared,
  errorSchema,
  json,
  type JsonObject,
  jsonSchema,
  type Reference,
  refusalsOf,
  type Response,
} from "./openapi-responses.ts";

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

/** The OpenAPI 3.1 document of all calls, made from what is declared of them alone. */
export function openApiOf(routes: readonly Declared[], publicUrl: string): OpenApi {
  const paths: OpenApi["paths"] = {};
  for (const route of routes) {
    const path = route.endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[route.endpoint.method.toLowerCase()] = operationOf(route);
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

function operationOf({ endpoint, contract }: Declared): Operation {
  const { query, body } = contract;
  return {
    summary: contract.summary,
    tags: [endpoint.path.split("/").find((part) => part !== "" && part !== "api") ?? "shop"],
    security: endpoint.policy === "customer" ? [{ bearer: [] }] : [],
    parameters: [...pathParameters(endpoint.path), ...(query ? queryParameters(jsonSchema(query)) : [])],
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: jsonSchema(body) } } },
    }),
    responses: {
      "200": { description: "Done", ...json(jsonSchema(contract.answer)) },
      ...refusalsOf({ endpoint, contract }),
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
