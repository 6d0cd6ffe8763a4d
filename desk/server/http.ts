import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { HttpRefusal } from "#platform/http/envelope.ts";
import type { Refusal } from "../calls.ts";

export const WRONG_TYPE = "This request has the wrong content type. Please reload the page.";

export const SIGNED_OUT = "You are signed out.";

const TOO_LARGE = "This is too large. Send at most 64 MB as a file, or 1 MB of text.";

const LARGEST_JSON = 1024 * 1024;

/**
 * Throws if the body is larger than `largest` bytes, or if its length is missing. Browsers always send the length, and
 * Node does not accept a body that is longer than stated. @throws HttpRefusal
 */
export function checkLength({ headers }: IncomingMessage, largest: number): void {
  const length = headers["content-length"];
  if (length === undefined)
    throw new HttpRefusal(
      411,
      "refused",
      "The length of this request is missing. Send it with a Content-Length header, not in chunks.",
    );
  if (Number(length) > largest) throw new HttpRefusal(413, "refused", TOO_LARGE);
}

/** Returns the parsed JSON body. @throws SyntaxError if it is not JSON, and the errors of `checkLength` */
export async function readJson(request: IncomingMessage, largest = LARGEST_JSON): Promise<unknown> {
  checkLength(request, largest);
  return JSON.parse(await text(request));
}

/** True if the content type is JSON. A form on another site cannot send this content type. */
export const isJson = ({ headers }: IncomingMessage): boolean =>
  headers["content-type"] === "application/json";

export const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

export const sendRefusal = (
  response: ServerResponse,
  status: number,
  code: Refusal["error"]["code"],
  message: string,
  details: Omit<Refusal["error"], "code" | "message"> = {},
): void => sendJson(response, status, { error: { code, message, ...details } } satisfies Refusal);
