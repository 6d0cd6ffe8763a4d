import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { context, folder, importFolder, setUpCatalogue } from "../../../tests/support/catalogue-shop.ts";
import { changeShownContent } from "./snapshot/snapshot.ts";
import { importCatalogue } from "./import/import-catalogue.ts";
import { onCatalogueChanged, purgeAgain, purgePagesCommand } from "./purge-pages.ts";

let status = 200;
let reason = '{"success":false,"errors":["no such zone"]}';
let isEnding = true;
const purges: { method: string; authorization: string; body: string }[] = [];
const cdn = createServer((request: IncomingMessage, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString()));
  request.on("end", () => {
    purges.push({
      method: request.method ?? "",
      authorization: request.headers.authorization ?? "",
      body,
    });
    response.writeHead(status).write(reason);
    if (isEnding) response.end();
  });
});

setUpCatalogue({
  imported: "never",
  config: { cdn: { seconds: 60, purge: null } },
  subscribers: [onCatalogueChanged, purgeAgain],
});
beforeAll(async () => {
  await new Promise<void>((resolve) => cdn.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/zones/shop/purge_cache`;
  context.config.cdn = { seconds: 60, purge: { url, headers: { Authorization: "Bearer secret" } } };
});
afterAll(() => cdn.close());

test("the CDN is purged once for two quick changes, after a delay, and not for an import without changes", async () => {
  await importFolder();
  await context.settle();
  expect(purges).toEqual([]);
  context.clock.advance(1_000);
  await changeShownContent(context, async () => {});
  await changeShownContent(context, async () => {});
  context.clock.advance(2_000);
  await context.settle();
  expect(purges).toEqual([
    { method: "POST", authorization: "Bearer secret", body: '{"tags":["catalogue"]}' },
  ]);
  await importCatalogue(context, folder);
  context.clock.advance(2_000);
  await context.settle();
  expect(purges).toHaveLength(1);
});

test("a purge that the CDN refuses is retried until it succeeds", async () => {
  purges.length = 0;
  status = 500;
  await changeShownContent(context, async () => {});
  context.clock.advance(2_000);
  await context.settle();
  expect(purges).toHaveLength(1);
  await expect(purgePagesCommand.run(context, { args: {}, options: {}, folder: "/" })).rejects.toThrow(
    'The CDN refuses the purge (500): {"success":false,"errors":["no such zone"]}',
  );
  status = 200;
  context.clock.advance(60_000);
  await context.settle();
  await context.settle();
  expect(purges).toHaveLength(4);
});

test("only the beginning of a CDN's refusal is read, because the response may never end", async () => {
  status = 500;
  reason = "x".repeat(5_000);
  isEnding = false;
  await expect(purgePagesCommand.run(context, { args: {}, options: {}, folder: "/" })).rejects.toThrow(
    `The CDN refuses the purge (500): ${"x".repeat(200)}`,
  );
});
