import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Context } from "#platform/context.ts";
import type { ResponseCache } from "#platform/cache/response-cache.ts";
import { readConfig } from "../tests/support/settings.ts";
import { createHttpServer, createWiring } from "./http-server.ts";

test("a process whose version may not fit the database answers every request except /healthz with 503, even for cached pages (T46)", async () => {
  const wiring = createWiring();
  wiring.handle = (_request, response) => void response.end("from the database");
  const keptPages = {
    serve({ url }, response) {
      if (url === "/") response.end("kept");
      return url === "/";
    },
  } as Pick<ResponseCache, "serve"> as ResponseCache;
  const server = createHttpServer({ config: readConfig({}) } as Context, wiring, [keptPages]);
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const ask = async (path: string) => {
    const { status, headers } = await fetch(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    );
    return [path, status, headers.get("retry-after")];
  };
  const paths = ["/", "/cart", "/api/orders", "/readyz", "/healthz"];
  expect(await Promise.all(paths.map(ask))).toEqual(paths.map((path) => [path, 200, null]));
  wiring.mayAnswer = () => false;
  expect(await Promise.all(paths.map(ask))).toEqual(
    paths.map((path) => (path === "/healthz" ? [path, 200, null] : [path, 503, "2"])),
  );
});
