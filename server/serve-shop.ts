import type { FastifyInstance } from "fastify";
import { CATALOGUE_REVISION } from "#contract/catalogue-revision.ts";
import { links } from "#contract/links.ts";
import { findPrincipal } from "#shop/accounts/server/index.ts";
import { getCatalogueRevision, listSitemapProducts, serveFeeds } from "#shop/catalogue/server/index.ts";
import { findOwnIcon, ICONS } from "#shop/brand/server/index.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { serveApiDocs } from "#platform/http/api-docs/api-docs.ts";
import { serveBuiltFiles } from "#platform/cache/built-files.ts";
import type { Context } from "#platform/context.ts";
import { serveCrawlerFiles, serveSecurityContact } from "#platform/http/crawler-files.ts";
import { createNotFoundRefusal } from "#platform/http/envelope.ts";
import { createPageLimit } from "#platform/limits/page-limit.ts";
import { servePlainPosts } from "#platform/pages/plain-posts.ts";
import { serveRoutes } from "#platform/http/serve-routes.ts";
import { servePages } from "#platform/pages/serve-pages.ts";
import type { PageRenderer } from "#platform/pages/page-renderer.ts";
import { getSharedCacheHeaders } from "#platform/cache/shared-cache.ts";
import type { Caches } from "./caches.ts";
import type { Wiring } from "./http-server.ts";
import { servePlainFiles } from "./plain-files.ts";
import { plainForms } from "./plain-forms.ts";
import { plugins, routes } from "./features.ts";
import { withPaymentPages } from "./payment-pages.ts";
import { createPageHeaders } from "./sign-in-pages.ts";

export async function serveCalls(
  app: FastifyInstance,
  context: Context,
  { answers, files }: Caches,
): Promise<void> {
  serveRoutes(app, routes, {
    context,
    findPrincipal,
    responseCache: answers,
    describeState: () => ({ [CATALOGUE_REVISION]: String(getCatalogueRevision(context)) }),
  });
  serveApiDocs(app, { routes, publicUrl: context.config.publicUrl, responseCache: files });
  await servePlainFiles(app, files);
  for (const plugin of plugins) await app.register((scope) => plugin(scope, context));
  app.all("/api/*", () => {
    throw createNotFoundRefusal();
  });
}

interface Web {
  caches: Caches;
  pageRenderer: PageRenderer;
  wiring: Wiring;
}

export async function serveWeb(
  app: FastifyInstance,
  context: Context,
  { caches, pageRenderer, wiring }: Web,
): Promise<void> {
  const { config } = context;
  const sharedCacheHeaders = getSharedCacheHeaders(config);
  if (!config.development)
    await serveBuiltFiles(app, caches.files, { addresses: ICONS, find: (url) => findOwnIcon(context, url) });
  serveCrawlerFiles(app, {
    pageRenderer,
    responseCache: caches.answers,
    listProducts: () => listSitemapProducts(context),
    sharedCacheHeaders,
  });
  serveFeeds(app, context, { responseCache: caches.answers, headers: sharedCacheHeaders });
  serveSecurityContact(app, context, () => findSeller(context)?.email ?? null);
  app.get("/.well-known/change-password", (_request, reply) => reply.redirect(links.profile, 303));
  const { sendPage, sendPosted } = servePages(app, {
    pageRenderer,
    responseCache: caches.answers,
    sharedCacheHeaders,
    headersFor: withPaymentPages(config, createPageHeaders(config)),
    limitPages: createPageLimit(config, context.now),
  });
  wiring.sendPage = sendPage;
  await servePlainPosts(app, { forms: plainForms, routes, context, sendPosted });
}
