import type { Server } from "node:http";

const LAST_ANSWERS_MS = 12_000;

/**
 * Returns a function that closes the server after its last response, or after `LAST_ANSWERS_MS`. `close` alone
 * would wait for connections on which no request has arrived.
 */
export function closeAfterLastResponse(http: Server): () => Promise<void> {
  let openRequests = 0;
  let closed: Promise<void> | null = null;
  const closeWhenIdle = () => {
    if (closed && openRequests === 0) http.closeAllConnections();
  };
  const endRequest = () => {
    openRequests--;
    closeWhenIdle();
  };
  http.on("request", (_request, response) => {
    openRequests++;
    response.on("close", endRequest);
  });
  return () => {
    // `close` fails if the server was not listening. Ignore that, because nothing has to be closed then.
    closed ??= new Promise((resolve) => void http.close(() => resolve()));
    setTimeout(() => http.closeAllConnections(), LAST_ANSWERS_MS).unref();
    closeWhenIdle();
    return closed;
  };
}
