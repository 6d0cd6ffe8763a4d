import type { IncomingMessage, ServerResponse } from "node:http";
import { CATALOGUE_REVISION } from "#contract/catalogue-revision.ts";
import { IDEMPOTENCY_HEADER } from "#contract/endpoint.ts";
import type { Config } from "../config/config.ts";
import { SAFE_ORIGIN } from "../config/setting.ts";

export function isOwnOrigin(
  origin: string,
  host: string | undefined,
  config: Pick<Config, "publicUrl" | "profile">,
): boolean {
  if (origin === new URL(config.publicUrl).origin) return true;
  if (config.profile === "production" || host === undefined) return false;
  return origin === `http://${host}` || origin === `https://${host}`;
}

export function getOrigin(
  { protocol, host }: { protocol: string; host: string },
  config: Pick<Config, "publicUrl" | "profile">,
): string {
  const origin = URL.parse(`${protocol}://${host}`)?.origin;
  return origin !== undefined && SAFE_ORIGIN.test(origin) && isOwnOrigin(origin, host, config)
    ? origin
    : new URL(config.publicUrl).origin;
}

/** False for a request with several `Host` headers, because a proxy and the shop could use different ones. */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts <= 1;
}

/**
 * Returns a function that adds CORS headers to the responses of an API at `API_URL`, so that only the shop's pages can
 * call this API from a browser (D90). The headers do not depend on the request, so a cache cannot serve wrong headers.
 * The function returns true if it has answered a preflight request.
 */
export function createCrossOriginAccess({ publicUrl, apiUrl }: Pick<Config, "publicUrl" | "apiUrl">) {
  const access = new Map([
    ["access-control-allow-origin", publicUrl],
    ["access-control-allow-credentials", "true"],
    ["access-control-expose-headers", `${CATALOGUE_REVISION}, content-disposition`],
  ]);
  return ({ url = "", method, headers }: IncomingMessage, response: ServerResponse): boolean => {
    if (apiUrl === undefined || !CALL.test(url)) return false;
    response.setHeaders(access);
    if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return false;
    response.writeHead(204, preflight).end();
    return true;
  };
}

const CALL = /^\/(api|addresses)(\/|\?|$)/;

const preflight = {
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers": `authorization, content-type, ${IDEMPOTENCY_HEADER.toLowerCase()}`,
  // Chrome caches a preflight response for two hours at most.
  "access-control-max-age": "7200",
};
