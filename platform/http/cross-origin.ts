import type { IncomingMessage, ServerResponse } from "node:http";
import { CATALOGUE_REVISION } from "#contract/catalogue-revision.ts";
import { IDEMPOTENCY_HEADER } from "#contract/endpoint.ts";
import type { Config } from "../config/config.ts";

type Addresses = Pick<Config, "publicUrl" | "apiUrl">;

/**
 * Returns a function that lets the shop's pages, and no other site, call an API with its own origin (D90). It adds the
 * CORS headers to every response, errors included. It returns true if it has answered a preflight request.
 */
export const createCrossOriginAccess =
  ({ publicUrl, apiUrl }: Addresses) =>
  ({ url = "", method, headers }: IncomingMessage, response: ServerResponse): boolean => {
    if (apiUrl === undefined || !CALL.test(url)) return false;
    response.setHeader("vary", "origin");
    if (headers.origin !== publicUrl) return false;
    response.setHeader("access-control-allow-origin", publicUrl);
    response.setHeader("access-control-allow-credentials", "true");
    response.setHeader("access-control-expose-headers", `${CATALOGUE_REVISION}, content-disposition`);
    if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return false;
    response.writeHead(204, preflight).end();
    return true;
  };

const CALL = /^\/(api|addresses)(\/|\?|$)/;

const preflight = {
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers": `authorization, content-type, ${IDEMPOTENCY_HEADER.toLowerCase()}`,
  // Chrome ignores more than two hours.
  "access-control-max-age": "7200",
};

/** A header of cached calls, whose headers replace those of `createCrossOriginAccess`. */
export const getVary = ({ apiUrl }: Pick<Config, "apiUrl">): Record<string, string> =>
  apiUrl === undefined ? {} : { vary: "origin" };
