import Fastify from "fastify";
import * as v from "valibot";
import { expect, onTestFinished, test } from "vitest";
import { defineContract, defineEndpoint, type DefineEndpoint } from "#contract/endpoint.ts";
import { route } from "./route.ts";
import { createResponseCache } from "../cache/response-cache.ts";
import { type buildOpenApi, serveOpenApi } from "./openapi.ts";

const changing = defineContract({
  summary: "Carves a spoon anew",
  body: v.object({ size: v.number() }),
  answer: v.object({ success: v.literal(true) }),
  refusals: { worn: { status: 429, message: "This spoon was carved a moment ago." } },
});
const listing = defineContract({ summary: "All spoons", answer: v.array(v.string()), refusals: {} });
const define: DefineEndpoint<{ changing: typeof changing; listing: typeof listing }> = (_name, ...facts) =>
  defineEndpoint(...facts);
const change = define("changing", "PATCH /api/spoons/:id", "customer");
const list = define("listing", "GET /api/spoons", "public");

function open() {
  const app = Fastify();
  const routes = [
    route(change, changing, () => ({ success: true as const })),
    route(list, listing, () => []),
  ];
  serveOpenApi(app, { routes, publicUrl: "http://shop.example", responseCache: createResponseCache() });
  onTestFinished(() => app.close());
  return app;
}

test("the API document lists every status of an API call, including errors that occur before its handler", async () => {
  const document: ReturnType<typeof buildOpenApi> = (await open().inject("/api/openapi.json")).json();
  const changed = document.paths["/api/spoons/{id}"]?.["patch"]?.responses ?? {};
  expect(Object.keys(changed)).toEqual("200 400 401 403 404 405 413 414 415 429 503".split(" "));
  expect(changed["429"]).toMatchObject({
    description:
      "This spoon was carved a moment ago. · Too many requests at once. Please try again in a moment.",
    headers: { "Retry-After": { schema: { type: "string" } } },
  });
  const reading = document.paths["/api/spoons"]?.["get"]?.responses ?? {};
  expect(Object.keys(reading)).toEqual(["200", "400", "405", "414", "429", "503"]);
  for (const response of [...Object.values(changed), ...Object.values(reading)]) {
    if (!("$ref" in response)) continue;
    const name = response.$ref.replace("#/components/responses/", "");
    expect(document.components.responses[name]?.description, name).toMatch(/\.$/);
  }
});
