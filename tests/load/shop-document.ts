import { type OpenApi, buildOpenApi } from "#platform/http/api-docs/openapi.ts";
import { routes } from "../../server/features.ts";
import type { Case } from "./fuzz-request.ts";

export const document: OpenApi = buildOpenApi(routes, "http://shop.example");

export const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase() as Case["method"],
    path,
    operation,
  })),
);
