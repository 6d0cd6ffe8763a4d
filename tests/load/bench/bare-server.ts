// The least that Node's own server needs for the same bytes: node bare-server.ts SHOP_URL PATH… serves what the shop
// answers there, from memory. Prints its address.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fetchRaw } from "./fetch-raw.ts";

const [shopUrl = "", ...paths] = process.argv.slice(2);

const answers = new Map(
  await Promise.all(paths.map(async (path) => [path, await fetchRaw(shopUrl + path)] as const)),
);
const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? "");
  if (!answer) return void response.writeHead(404).end();
  response.writeHead(200, answer.headers);
  response.end(answer.body);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
