import { createServer } from "node:http";
import type { FastifyInstance } from "fastify";
import { createLog } from "#platform/observe/log.ts";
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

/**
 * Asks a plain page as a browser does that sends no referrer. Of a signed link (`/track#…`) the fragment is posted, as its script
 * and its form do; `form` is posted beside it.
 */
export async function askPlainApp(app: FastifyInstance, href: string, form?: Record<string, string>) {
  const [url = "", link] = href.split("#");
  const posted = link === undefined ? form : { link, ...form };
  const { statusCode, body, headers } = await app.inject({
    url,
    method: posted ? "POST" : "GET",
    remoteAddress: "203.0.113.7",
    headers: {
      accept: "text/html",
      ...(posted && { "content-type": "application/x-www-form-urlencoded", origin: "null" }),
    },
    ...(posted && { payload: new URLSearchParams(posted).toString() }),
  });
  return { status: statusCode, html: body, headers };
}

/** The secret of a signed link. */
export const getLinkCode = (href: string): string => href.slice(href.indexOf("#") + 1);
