import {
  describeSharedResponses,
  type Declared,
  errorSchema,
  toJsonContent,
  type JsonObject,
  buildJsonSchema,
  type Reference,
  describeRefusals,
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
export function buildOpenApi(routes: readonly Declared[], publicUrl: string): OpenApi {
  const paths: OpenApi["paths"] = {};
  for (const route of routes) {
    const path = route.endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[route.endpoint.method.toLowerCase()] = describeOperation(route);
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
      responses: describeSharedResponses(),
    },
  };
}

function describeOperation({ endpoint, contract }: Declared): Operation {
  const { query, body } = contract;
  return {
    summary: contract.summary,
    tags: [endpoint.path.split("/").find((part) => part !== "" && part !== "api") ?? "shop"],
    security: endpoint.policy === "customer" ? [{ bearer: [] }] : [],
    parameters: [
      ...listPathParameters(endpoint.path),
      ...(query ? listQueryParameters(buildJsonSchema(query)) : []),
    ],
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: buildJsonSchema(body) } } },
    }),
    responses: {
      "200": { description: "Done", ...describeAnswer(contract) },
      ...describeRefusals({ endpoint, contract }),
    },
  };
}

const describeAnswer = ({ answer, file }: Declared["contract"]): Pick<Response, "content"> =>
  file
    ? { content: { [file]: { schema: { type: "string", format: "binary" } } } }
    : toJsonContent(buildJsonSchema(answer));

const listPathParameters = (path: string): Operation["parameters"] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

function listQueryParameters(schema: JsonObject): Operation["parameters"] {
  const required = (schema["required"] ?? []) as string[];
  return Object.entries((schema["properties"] ?? {}) as Record<string, JsonObject>).map(([name, type]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema: type,
  }));
}
