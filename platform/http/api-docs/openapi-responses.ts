import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { UNAUTHORIZED } from "#contract/errors.ts";
import type { Route } from "../route.ts";
import { sharedResponses } from "./shared-responses.ts";
import type { Operation } from "./openapi.ts";

export interface JsonObject {
  [name: string]: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, { schema: JsonObject; description?: string }>;
  /** By media type. */
  content?: Record<string, { schema: JsonObject }>;
}

export interface Reference {
  $ref: string;
}

export type Declared = Pick<Route, "endpoint" | "contract">;

/** Several refusals may share a status: their messages stand side by side. */
export function describeRefusals({ endpoint, contract }: Declared): Operation["responses"] {
  const own: Record<string, string[]> = {
    ...(contract.body && { "400": ["What was sent is not valid."] }),
  };
  if (endpoint.policy === "customer") own["401"] = [UNAUTHORIZED];
  for (const { status, message } of Object.values(contract.refusals)) (own[status] ??= []).push(message);
  const responses: Operation["responses"] = {};
  for (const [name, common] of Object.entries(sharedResponses)) {
    if (common.happensTo(endpoint)) responses[common.status] = { $ref: `#/components/responses/${name}` };
  }
  for (const [status, messages] of Object.entries(own)) {
    const common = Object.values(sharedResponses).find((one) => String(one.status) === status);
    const also = common?.happensTo(endpoint) ? [common.message] : [];
    responses[status] = describeError([...new Set([...messages, ...also])].join(" · "), common?.header);
  }
  return responses;
}

export const describeSharedResponses = (): Record<string, Response> =>
  Object.fromEntries(
    Object.entries(sharedResponses).map(([name, { message, header }]) => [
      name,
      describeError(message, header),
    ]),
  );

const describeError = (description: string, header?: "Allow" | "Retry-After"): Response => ({
  description,
  ...(header && { headers: { [header]: { schema: { type: "string" } } } }),
  ...toJsonContent({ $ref: "#/components/schemas/Error" }),
});

export const toJsonContent = (schema: JsonObject) => ({ content: { "application/json": { schema } } });

export function buildJsonSchema(schema: GenericSchema): JsonObject {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    errorMode: "ignore",
    typeMode: "input",
  }) as JsonObject;
  return rest;
}

export const errorSchema: JsonObject = {
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
