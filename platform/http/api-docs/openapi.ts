import type { AccessPolicy } from "#contract/endpoint.ts";
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
  tags: { name: string; description: string }[];
  components: {
    securitySchemes: JsonObject;
    schemas: { Error: JsonObject };
    responses: Record<string, Response>;
  };
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: {
    name: string;
    in: "path" | "query";
    description: string;
    required: boolean;
    schema: JsonObject;
  }[];
  requestBody?: { required: true; content: { "application/json": { schema: JsonObject } } };
  /** By status; what any call may answer stands once, in the components. */
  responses: Record<string, Response | Reference>;
}

/** The OpenAPI 3.1 document of all calls, made from what is declared of them alone. */
export function buildOpenApi(routes: readonly Declared[], publicUrl: string): OpenApi {
  const paths: OpenApi["paths"] = {};
  const tags = [...new Set(routes.map(({ endpoint }) => getTag(endpoint.path)))].toSorted();
  for (const route of routes) {
    // A call answers with and without a slash at its end.
    const path = route.endpoint.path.replace(/\/$/, "").replaceAll(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[route.endpoint.method.toLowerCase()] = describeOperation(route);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Taruva",
      version: "1",
      description: "Every call of the shop. Amounts are rupees, moments ISO 8601.",
      contact: { name: "Taruva", url: `${publicUrl}/contact-us` },
      license: { name: "Not licensed to others", identifier: "LicenseRef-proprietary" },
    },
    servers: [{ url: publicUrl }],
    tags: tags.map((name) => ({ name, description: `Calls about ${name.replaceAll("-", " ")}.` })),
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Error: errorSchema },
      responses: pickUsed(describeSharedResponses(), paths),
    },
  };
}

/** Without a shared response that every call answers in its own words. */
function pickUsed(shared: Record<string, Response>, paths: OpenApi["paths"]): Record<string, Response> {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(shared).filter(([name]) => text.includes(`"#/components/responses/${name}"`)),
  );
}

function describeOperation({ endpoint, contract }: Declared): Operation {
  const { query, body } = contract;
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
    responses: {
      "200": { description: "Done", ...describeAnswer(contract) },
      ...describeRefusals({ endpoint, contract }),
    },
  };
}

const policyTexts: Record<AccessPolicy, string> = {
  public: "Anyone may call it.",
  customer: "For the signed-in customer.",
  refresh: "For whoever holds a session's refresh token or cookie.",
  webhook: "For the payment provider, which signs what it sends.",
};

/** `GET /api/orders/:orderId` is `getOrdersByOrderId`. */
const buildOperationId = ({ method, path }: Declared["endpoint"]): string =>
  method.toLowerCase() +
  listParts(path)
    .map((part) => (part.startsWith(":") ? `By${capitalise(part.slice(1))}` : capitalise(part)))
    .join("");

const capitalise = (part: string): string =>
  part.replaceAll(/(?:^|[^a-z\d]+)([a-z\d])/gi, (_, first: string) => first.toUpperCase());

const listParts = (path: string): string[] => path.split("/").filter((part) => part !== "" && part !== "api");

const getTag = (path: string): string => listParts(path)[0] ?? "shop";

const describeAnswer = ({ answer, file }: Declared["contract"]): Pick<Response, "content"> =>
  file
    ? { content: { [file]: { schema: { type: "string", format: "binary" } } } }
    : toJsonContent(buildJsonSchema(answer));

const listPathParameters = (path: string): Operation["parameters"] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    description: `The ${describeName(name)}.`,
    required: true,
    schema: { type: "string" },
  }));

/** `minPrice` in words: `min price`. */
const describeName = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function listQueryParameters(schema: JsonObject): Operation["parameters"] {
  const required = (schema["required"] ?? []) as string[];
  return Object.entries((schema["properties"] ?? {}) as Record<string, JsonObject>).map(([name, type]) => ({
    name,
    in: "query",
    description: `The ${describeName(name)} that is asked for.`,
    required: required.includes(name),
    schema: type,
  }));
}
