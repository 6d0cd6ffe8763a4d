import { createServer } from "node:http";
import type { RouteOptions } from "fastify";
import { createResponseCache } from "#platform/cache/response-cache.ts";
import { BODY_LIMIT_BYTES } from "#platform/http/json-bodies.ts";
import { createFramework } from "../../server/framework.ts";
import { createWiring } from "../../server/http-server.ts";
import { serveCalls } from "../../server/serve-shop.ts";
import type { TestContext } from "../support/database.ts";

interface ServedRoute {
  method: string;
  path: string;
  longestBody: number;
}

/**
 * Returns the routes of API calls, signed-link pages, files and payment webhooks. Leaves out other pages, because forms
 * that are posted to them have the default maximum size.
 */
export async function listServedRoutes(context: TestContext): Promise<ServedRoute[]> {
  const app = createFramework(context, createServer(), createWiring());
  const served: ServedRoute[] = [];
  app.addHook("onRoute", ({ method, url, bodyLimit = BODY_LIMIT_BYTES }: RouteOptions) => {
    for (const each of [method].flat()) served.push({ method: each, path: url, longestBody: bodyLimit });
  });
  await serveCalls(app, context, { answers: createResponseCache(), files: createResponseCache() });
  await app.close();
  return served;
}

/**
 * Returns the paths of the pages for signed links. Each page also accepts a link in which a mail program has replaced
 * the `#` by `%23`.
 */
export const listLinkPages = (served: readonly ServedRoute[]): string[] =>
  served.flatMap(({ method, path }) =>
    method === "GET" && path.endsWith(REWRITTEN) ? [path.slice(0, -REWRITTEN.length)] : [],
  );

/** Some programs replace the `#` of a link by `%23`. The path of the route for such links ends with this text. */
const REWRITTEN = ":link(^#.+$)";
