import { createServer } from "node:http";
import type { RouteOptions } from "fastify";
import { createResponseCache } from "#platform/cache/response-cache.ts";
import { BODY_LIMIT_BYTES } from "#platform/http/json-bodies.ts";
import { createWiring, createFramework } from "../../server/http-server.ts";
import { serveCalls } from "../../server/serve-shop.ts";
import type { TestContext } from "../support/database.ts";

interface ServedRoute {
  method: string;
  path: string;
  longestBody: number;
}

/** Returns all routes except those of ordinary pages, which have the default limit for posted forms. */
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

/** Returns the paths of pages for signed links. Only these have a second route, for links changed by mail programs. */
export const listLinkPages = (served: readonly ServedRoute[]): string[] =>
  served.flatMap(({ method, path }) =>
    method === "GET" && path.endsWith(REWRITTEN) ? [path.slice(0, -REWRITTEN.length)] : [],
  );

/** Some mail programs replace the `#` of a link with `%23`. The route for such links ends with this text. */
const REWRITTEN = ":link(^#.+$)";
