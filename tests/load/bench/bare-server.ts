// `node bare-server.ts SHOP_URL PATH…`: a minimal Node server with the shop's responses in memory. Prints its address.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fetchRaw } from "../calls.ts";

const [shopUrl = "", ...paths] = process.argv.slice(2);

const responses = new Map(
  await Promise.all(
    paths.map(async (path) => {
      const { headers, bytes } = await fetchRaw(shopUrl + path);
      for (const name of ["date", "connection", "keep-alive"]) delete headers[name];
      return [path, { headers, bytes }] as const;
    }),
  ),
);
const server = createServer((request, response) => {
  const stored = responses.get(request.url ?? "");
  response.writeHead(stored ? 200 : 404, stored?.headers).end(stored?.bytes);
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
