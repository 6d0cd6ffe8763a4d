import Fastify, { type FastifyInstance } from "fastify";
import * as v from "valibot";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type AccessPolicy,
  defineContract,
  defineEndpoint,
  type DefineEndpoint,
} from "#contract/endpoint.ts";
import { route } from "./route.ts";
import type { Context } from "../context.ts";
import { createNotFoundRefusal, sendError } from "./envelope.ts";
import { createResponseCache } from "../cache/response-cache.ts";
import { readJsonBodies } from "./json-bodies.ts";
import { serveRoutes } from "./serve-routes.ts";

let app: FastifyInstance;
beforeEach(() => {
  app = Fastify({ bodyLimit: 64 * 1024 });
  app.setErrorHandler((cause, request, reply) => sendError(cause, request, reply));
  readJsonBodies(app);
});
afterEach(() => app.close());

/** These tests use no database and no account, so a minimal context is enough. */
const serving = {
  context: { config: { publicUrl: "http://shop.example", profile: "demo" } } as Context,
  findPrincipal: async () => null,
  responseCache: createResponseCache(),
};

const heard = defineContract({ summary: "", answer: v.literal("heard"), refusals: {} });

const define: DefineEndpoint<{ heard: typeof heard }> = (_name, ...facts) => defineEndpoint(...facts);

const open = (path: `/${string}`, policy: AccessPolicy) =>
  route(define("heard", `POST ${path}`, policy), heard, () => "heard" as const);

test("the shop does not start if an API call does not declare who may use it (security §3)", () => {
  expect(() => serveRoutes(app, [open("/api/oversight", "" as AccessPolicy)], serving)).toThrow(
    "POST /api/oversight does not declare who may call it.",
  );
});

test("every response, whether new, cached, 304 or refused, has the header with the catalogue revision", async () => {
  const contract = defineContract({ summary: "", cached: true, answer: v.literal("heard"), refusals: {} });
  const get = (path: `/${string}`, handle: () => "heard") =>
    route(define("heard", `GET ${path}`, "public"), contract, handle);
  const broken = get("/api/broken", () => {
    throw createNotFoundRefusal();
  });
  const describeState = () => ({ "catalogue-revision": "8" });
  serveRoutes(app, [get("/api/goods", () => "heard"), broken], { ...serving, describeState });
  const ask = async (url: string, headers = {}) => {
    const answer = await app.inject({ url, headers });
    return {
      status: answer.statusCode,
      tag: answer.headers.etag,
      made: answer.headers["catalogue-revision"],
    };
  };
  const first = await ask("/api/goods");
  expect(first).toMatchObject({ status: 200, made: "8" });
  expect(await ask("/api/goods")).toMatchObject({ status: 200, made: "8" });
  expect(await ask("/api/goods", { "if-none-match": first.tag })).toMatchObject({ status: 304, made: "8" });
  expect(await ask("/api/broken")).toMatchObject({ status: 404, made: "8" });
});

test("a request body may have 64 KiB, and 256 KiB from a payment provider (security §10)", async () => {
  serveRoutes(app, [open("/api/contact", "public"), open("/api/webhook", "webhook")], serving);
  const statusOf = async (url: string, kib: number) => {
    const payload = JSON.stringify("x".repeat(kib * 1024 - 2));
    return (
      await app.inject({ method: "POST", url, payload, headers: { "content-type": "application/json" } })
    ).statusCode;
  };
  expect(await statusOf("/api/contact", 64)).toBe(200);
  expect(await statusOf("/api/contact", 65)).toBe(413);
  expect(await statusOf("/api/webhook", 256)).toBe(200);
  expect(await statusOf("/api/webhook", 257)).toBe(413);
});
