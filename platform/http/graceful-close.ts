import type { Server } from "node:http";

/** How long a slow visitor may still be answered once the shop closes. */
const LAST_ANSWERS_MS = 12_000;

/**
 * Returns what closes the server: no one new is let in, a request that waits for an answer gets it, then every connection
 * ends. Node alone would wait for those that never ask anything, and browsers hold such spare ones.
 */
export function closeAfterLastResponse(http: Server): () => Promise<void> {
  let waiting = 0;
  let closed: Promise<void> | null = null;
  const letGo = () => {
    if (closed && waiting === 0) http.closeAllConnections();
  };
  http.on("request", (_request, response) => {
    waiting++;
    response.once("close", () => {
      waiting--;
      letGo();
    });
  });
  return () => {
    // An error here says that the server was not listening; then there is nothing to wait for.
    closed ??= new Promise((done) => void http.close(() => done()));
    setTimeout(() => http.closeAllConnections(), LAST_ANSWERS_MS).unref();
    letGo();
    return closed;
  };
}
