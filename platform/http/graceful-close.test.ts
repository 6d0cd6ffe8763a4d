import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { closeAfterLastResponse } from "./graceful-close.ts";

async function listenOnFreePort(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

test("an HTTP connection without a request does not delay the shutdown", async () => {
  const server = createServer();
  const close = closeAfterLastResponse(server);
  const spare = connect(await listenOnFreePort(server), "127.0.0.1").on("error", () => {});
  await once(server, "connection");
  const gone = once(spare, "close");
  await close();
  await gone;
});

test("a client that waits for a response gets it before the shutdown", async () => {
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => void held.push(response));
  const close = closeAfterLastResponse(server);
  const answer = fetch(`http://127.0.0.1:${await listenOnFreePort(server)}/`);
  await once(server, "request");
  const closed = close();
  held[0]?.end("thank you");
  expect(await (await answer).text()).toBe("thank you");
  await closed;
});

test("a server that never listened closes at once", async () => {
  await closeAfterLastResponse(createServer())();
});
