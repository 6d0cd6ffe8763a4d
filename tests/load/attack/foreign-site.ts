import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { routes } from "../../../server/features.ts";
import type { Victim } from "./victim.ts";
import type { ForeignCall } from "./attackers-page.ts";

/** Every call of the shop, with the customer's own ids in its path: the attacker may know them. */
export const listCalls = (victim: Victim): ForeignCall[] =>
  routes.flatMap(({ endpoint: { method, path }, contract: { aliases = [] } }) =>
    [path, ...aliases].map((each) => ({ method, path: each.replaceAll(/:\w+/g, victim.accountId) })),
  );

export async function openForeignSite() {
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Win a bowl</title>"),
  );
  server.listen(0);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
