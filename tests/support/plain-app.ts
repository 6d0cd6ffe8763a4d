import { createServer } from "node:http";
import type { FastifyInstance } from "fastify";
import { createLog } from "#platform/log.ts";
import { createFramework } from "../../server/framework.ts";
import { createWiring } from "../../server/http-server.ts";
import type { TestContext } from "./database.ts";

/** The shop's own framework with one plugin, and all that it has logged. */
export async function openPlainApp(
  context: TestContext,
  plugin: (app: FastifyInstance, context: TestContext) => Promise<void>,
): Promise<{ app: FastifyInstance; readLog(): string }> {
  let logged = "";
  const log = createLog("trace", { write: (line) => void (logged += line) });
  const app = createFramework({ ...context, log }, createServer(), createWiring());
  await app.register((scope) => plugin(scope, context));
  return { app, readLog: () => logged };
}
