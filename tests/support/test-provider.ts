import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { findPrincipal } from "#shop/accounts/server/index.ts";
import { openPayments } from "#shop/payments/server/index.ts";
import { sendError } from "#platform/http/envelope.ts";
import { createResponseCache } from "#platform/cache/response-cache.ts";
import { readJsonBodies } from "#platform/http/json-bodies.ts";
import { serveRoutes } from "#platform/http/serve-routes.ts";
import { paymentRoutes } from "../../shop/payments/server/routes.ts";
import { serveTestProvider } from "../../shop/payments/server/test-provider/routes.ts";
import type { TestContext } from "./database.ts";

/** The test provider on a port of its own machine, with the shop's webhook beside it: all of it over HTTP. */
export async function openProvider(
  context: TestContext,
): Promise<{ url: string; app: FastifyInstance; close(): Promise<void> }> {
  const loggerInstance: FastifyBaseLogger = context.log;
  const app = Fastify({ loggerInstance });
  app.setErrorHandler((cause, request, reply) => sendError(cause, request, reply));
  readJsonBodies(app);
  serveRoutes(app, paymentRoutes, {
    context,
    findPrincipal,
    responseCache: createResponseCache(),
    checkAnswers: true,
  });
  await app.register((pay) => serveTestProvider(pay, context));
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  openPayments(context, { port: Number(new URL(url).port) });
  return { url, app, close: () => app.close() };
}
