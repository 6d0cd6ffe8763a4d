import type { IncomingMessage } from "node:http";
import { generateCode } from "../ids.ts";
import type { IsTrusted } from "./proxies.ts";

/** The header with which a proxy names a request, and an answer says which one it belongs to. */
export const REQUEST_ID_HEADER = "x-request-id";

/** Nothing that ends a line, a comment of SQL, or a header: it is written into all three. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

const CODE_LENGTH = 10;

/** What a customer can name when something has failed; the log has it as `requestId`. */
export const describeReference = (id: string): string => `Reference: ${id}`;

/** Names each request: as a trusted proxy in front of the shop did, else by a code of its own. */
export function createRequestIds(isTrusted: IsTrusted): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER];
    return typeof given === "string" && REQUEST_ID.test(given) && isTrusted(socket.remoteAddress ?? "")
      ? given
      : generateCode(CODE_LENGTH);
  };
}
