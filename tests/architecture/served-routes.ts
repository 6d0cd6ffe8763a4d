import { createServer } from "node:http";
import type { RouteOptions } from "fastify";
import { createResponseCache } from "#platform/cache/response-cache.ts";
import { BODY_LIMIT_BYTES } from "#platform/http/json-bodies.ts";
import { createFramework } from "../../server/framework.ts";
import { createWiring } from "../../server/http-server.ts";
import { serveCalls } from "../../server/serve-shop.ts";
import type { TestContext } from "../support/database.ts";

/** A route of the shop, and the maximum size of its body in bytes. */
interface ServedRoute {
  method: string;
  path: string;
  longestBody: number;
}

/** Lists every route of calls, link pages, files and providers. Pages accept form posts of the default size. */
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

/** Lists the link pages that also accept rewritten links, which have their secret in the path. */
export const listLinkPages = (served: readonly ServedRoute[]): string[] =>
  served.flatMap(({ method, path }) =>
    method === "GET" && path.endsWith(REWRITTEN) ? [path.slice(0, -REWRITTEN.length)] : [],
  );

/** The end of the path that `serveLinkPage` registers for rewritten links. */
const REWRITTEN = ":link(^#.+$)";
