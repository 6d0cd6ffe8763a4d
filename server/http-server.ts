import type { RequestListener, Server } from "node:http";
import type { ViteDevServer } from "vite";
import { createAdmission } from "#platform/limits/admission.ts";
import type { Context } from "#platform/context.ts";
import {
  createFrameworkRefusal,
  createNotFoundRefusal,
  createUnavailableRefusal,
  writeRefusal,
} from "#platform/http/envelope.ts";
import { createCrossOriginAccess, hasOneHost } from "#platform/http/origin.ts";
import { cacheHits, rejectedRequests } from "#platform/observe/metrics.ts";
import type { ResponseCache } from "#platform/cache/response-cache.ts";
import { getHttpsHeaders } from "#platform/http/security-headers.ts";
import type { SendPage } from "#platform/pages/serve-pages.ts";
import { createTimeLimitedServer } from "#platform/limits/slow-clients.ts";

/** State and handlers that the HTTP server gets after its creation, while the shop opens. */
export interface Wiring {
  leaving: boolean;
  /** Returns false if this version may no longer be able to use the database (T46). */
  mayAnswer: () => boolean;
  /** The framework's handler for requests that the caches cannot answer. */
  handle: RequestListener;
  sendPage: SendPage;
  vite: ViteDevServer | null;
}

export const createWiring = (): Wiring => ({
  leaving: false,
  mayAnswer: () => true,
  handle: () => {},
  sendPage: () => Promise.reject(createNotFoundRefusal()),
  vite: null,
});

/** Creates the HTTP server. It serves cached responses itself, and passes all other requests to the framework. */
export function createHttpServer(
  { config }: Context,
  wiring: Wiring,
  caches: readonly ResponseCache[],
): Server {
  const admission = createAdmission();
  const answersPreflight = createCrossOriginAccess(config);
  const httpsOnly = new Map(Object.entries(getHttpsHeaders(config)));
  return createTimeLimitedServer((request, response) => {
    if (wiring.leaving) response.shouldKeepAlive = false;
    if (!hasOneHost(request)) return writeRefusal(response, createFrameworkRefusal(400));
    if (answersPreflight(request, response)) return;
    if (!wiring.mayAnswer() && request.url !== "/healthz")
      return writeRefusal(response, createUnavailableRefusal());
    for (const cache of caches) if (cache.serve(request, response)) return cacheHits.add();
    response.setHeaders(httpsOnly);
    if (!admission.admit(request, response)) return rejectedRequests.add();
    const { vite, handle } = wiring;
    if (vite && !isOwn(request.url ?? ""))
      vite.middlewares(request, response, () => handle(request, response));
    else handle(request, response);
  });
}

/** True for the URLs of API calls and other routes that are not pages, even if they are malformed. */
export const isOwn = (url: string): boolean =>
  /^\/(api|addresses|pictures|videos|uploads|plain|pay|socket\.io|healthz|readyz)([/?;%\\#]|$)/.test(url);
