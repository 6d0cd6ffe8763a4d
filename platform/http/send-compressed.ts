import type { ServerResponse } from "node:http";
import { type CachedResponse, countBytes, send, SERVED_AGAIN } from "../cache/cached-response.ts";
import { compress, type Compressed, type Effort, getPlainBody } from "./encoded-body.ts";
import type { WorkQueue } from "../limits/work-queue.ts";

export interface Compression {
  queue: WorkQueue;
  /** Called when the size of the entry has changed. */
  onResized(entry: CachedResponse): void;
}

/** Sends a text in an encoding that the browser accepts, or uncompressed while too many compressions are running. */
export function sendCompressed(
  compression: Compression,
  response: ServerResponse,
  entry: CachedResponse,
  encoding: Compressed,
): void {
  const body = entry.bodies[encoding];
  if (body === undefined) {
    addCompressed(compression, entry, encoding, "light").then(
      (made) => send(response, entry, encoding, made),
      () => send(response, entry, "plain", getPlainBody(entry.bodies)),
    );
    return;
  }
  send(response, entry, encoding, body);
  if (entry.served < SERVED_AGAIN && ++entry.served === SERVED_AGAIN)
    addCompressed(compression, entry, encoding, "thorough").catch(() => (entry.served = 0));
}

/**
 * Sends a text uncompressed. A compressed cache entry is decompressed once and kept, because decompression blocks the
 * event loop.
 */
export function sendPlain({ onResized }: Compression, response: ServerResponse, entry: CachedResponse): void {
  if (!entry.bodies.plain) {
    entry.bodies.plain = getPlainBody(entry.bodies);
    entry.bytes = countBytes(entry.bodies);
    onResized(entry);
  }
  send(response, entry, "plain", entry.bodies.plain);
}

/** Rejects while too many compressions are running. */
function addCompressed(
  { queue, onResized }: Compression,
  entry: CachedResponse,
  encoding: Compressed,
  effort: Effort,
): Promise<Buffer> {
  const compressBody = () => compress(getPlainBody(entry.bodies), encoding, effort);
  return (entry.compressing[encoding] ??= queue
    .run(compressBody)
    .then((body) => {
      setBody(entry, encoding, body);
      onResized(entry);
      return body;
    })
    .finally(() => delete entry.compressing[encoding]));
}

function setBody(entry: CachedResponse, encoding: Compressed, body: Buffer): void {
  // Hardly any browser requests uncompressed text, so the plain form is dropped when a compressed form is cached.
  const { plain: _, ...others } = entry.bodies;
  entry.bodies = { ...others, [encoding]: body };
  delete entry.heads[encoding];
  entry.bytes = countBytes(entry.bodies);
}
