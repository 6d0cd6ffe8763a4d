import type { FastifyInstance } from "fastify";
import { CATALOGUE_REVISION } from "#contract/catalogue-revision.ts";
import { links } from "#contract/links.ts";
import { findPrincipal, setSessionMark } from "#shop/accounts/server/index.ts";
import { getCatalogueRevision, listSitemapProducts, serveFeeds } from "#shop/catalogue/server/index.ts";
import { findOwnIcon, ICONS } from "#shop/brand/server/index.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { serveOpenApi } from "#platform/http/openapi.ts";
import { serveBuiltFiles } from "#platform/cache/serve-built-files.ts";
import type { Context } from "#platform/context.ts";
import { serveCrawlerFiles, serveSecurityContact } from "#platform/http/crawler-files.ts";
import { createNotFoundRefusal } from "#platform/http/envelope.ts";
import { createPageLimit } from "#platform/limits/rate-limit.ts";
import { servePlainPosts, type PlainForm } from "#platform/pages/plain-posts.ts";
import { serveRoutes } from "#platform/http/serve-routes.ts";
import { servePages } from "#platform/pages/serve-pages.ts";
import type { PageRenderer } from "#platform/pages/page-renderer.ts";
import { getSharedCacheHeaders } from "#platform/cache/shared-cache.ts";
import type { Caches } from "./caches.ts";
import type { Wiring } from "./http-server.ts";
import { plugins, routes } from "./features.ts";
import type { Config } from "#platform/config/config.ts";
import { findPageName } from "#contract/page-paths.ts";
import {
  buildGuestPageHeaders,
  pageHeaders,
  answerHeaders,
  withApi,
} from "#platform/http/security-headers.ts";
import type { FormName } from "#contract/form.ts";
import { toSafeRedirect } from "#contract/redirect.ts";
import { logIn, register, resetPassword, verifyEmail } from "#shop/accounts/endpoints.ts";
import { requestStockMail } from "#shop/back-in-stock/endpoints.ts";
import { sendMessage, subscribe } from "#shop/contact/endpoints.ts";
import { isPaymentPage } from "#shop/payments/payment-pages.ts";
import { readFile } from "node:fs/promises";
import { LINK_SCRIPT } from "#platform/pages/link-page.ts";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { PLAIN_FILES } from "#platform/pages/plain-page.ts";
import type { ResponseCache } from "#platform/cache/response-cache.ts";
import { serveFixed } from "#platform/http/serve-fixed.ts";

export async function serveCalls(
  app: FastifyInstance,
  context: Context,
  { answers, files }: Caches,
): Promise<void> {
  const { publicUrl, apiUrl = publicUrl } = context.config;
  serveRoutes(app, routes, {
    context,
    findPrincipal,
    responseCache: answers,
    describeState: () => ({ [CATALOGUE_REVISION]: String(getCatalogueRevision(context)) }),
  });
  serveOpenApi(app, { routes, publicUrl, apiUrl, responseCache: files });
  await servePlainFiles(app, files);
  for (const plugin of plugins) await app.register((scope) => plugin(scope, context));
  app.all("/api/*", () => {
    throw createNotFoundRefusal();
  });
}

export async function serveWeb(
  app: FastifyInstance,
  context: Context,
  { caches, pageRenderer, wiring }: { caches: Caches; pageRenderer: PageRenderer; wiring: Wiring },
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
    headersFor: createPageHeaders(config),
    limitPages: createPageLimit(config, context.now),
  });
  wiring.sendPage = sendPage;
  await servePlainPosts(app, { forms: plainForms, routes, context, sendPosted });
}

/**
 * The Content-Security-Policy allows Razorpay's window only on pages with a payment, and Google's script only on the
 * login page. Navigation without a reload keeps the policy of the first page, so `GoogleButton` reloads the login page.
 */
function createPageHeaders({ signIn, razorpay, apiUrl }: Pick<Config, "signIn" | "razorpay" | "apiUrl">) {
  const hasGoogle = signIn?.authorizeUrl === null;
  return (url: string): Readonly<Record<string, string>> => {
    const [path = ""] = url.split("?", 1);
    const ordinary = hasGoogle && findPageName(path) === "logIn" ? withGoogle : pageHeaders;
    const headers = razorpay && isPaymentPage(path) ? withRazorpay : ordinary;
    return apiUrl === undefined ? headers : withApi(headers, apiUrl);
  };
}

const GOOGLE = "https://accounts.google.com/gsi/";

const withGoogle = buildGuestPageHeaders({
  "script-src": `${GOOGLE}client`,
  "style-src": `${GOOGLE}style`,
  "connect-src": GOOGLE,
  "frame-src": GOOGLE,
});

/** The forms that work without JavaScript. The page's scripts send the same API calls instead. */
const plainForms: Readonly<Record<FormName, PlainForm>> = {
  login: { endpoint: logIn, next: (page) => getRedirect(page) ?? links.home, give: setSessionMark },
  registration: { endpoint: register, next: (page) => links.logIn(getRedirect(page), "registered") },
  mailbox: { endpoint: verifyEmail },
  "new-password": {
    endpoint: resetPassword,
    next: (page) => links.logIn(getRedirect(page), "new-password"),
  },
  contact: { endpoint: sendMessage },
  newsletter: { endpoint: subscribe },
  "back-in-stock": { endpoint: requestStockMail },
};

function getRedirect(page: URL): string | undefined {
  const redirect = toSafeRedirect(page.searchParams.get("redirect"));
  return redirect === links.home ? undefined : redirect;
}

const buildOrigin = (name: string) => `https://${name}.razorpay.com`;
const API = buildOrigin("api");
const LISTENERS = ["lumberjack", "lumberjack-cx", "lumberjack-metrics"].map(buildOrigin);

/** The origins that Razorpay's payment window loads from. Its script adds inline styles, but no inline scripts. */
const withRazorpay = {
  ...buildGuestPageHeaders({
    "script-src": `${buildOrigin("checkout")} ${buildOrigin("cdn")}`,
    "style-src": "'unsafe-inline'",
    "frame-src": `${API} ${buildOrigin("checkout")}`,
    "connect-src": [API, ...LISTENERS].join(" "),
    // Razorpay's script submits a form in an in-app browser instead of opening a window.
    "form-action": API,
  }),
  "permissions-policy": `camera=(), geolocation=(), microphone=(), payment=(self "${API}")`,
};

/** The sources of the style sheet for plain pages. The built style sheet is larger: it has the styles of all pages. */
const SHEETS = [
  "ui/colours.css",
  "ui/tokens.css",
  "ui/fonts.css",
  "ui/base.css",
  "ui/shared-classes.css",
  "ui/button.module.css",
  "ui/field.module.css",
  "shop/orders/web/order-timeline.module.css",
  "ui/plain-page.css",
];

async function servePlainFiles(app: FastifyInstance, responseCache: ResponseCache): Promise<void> {
  const sheets = await Promise.all(SHEETS.map((file) => readFile(resolveFromRoot(file), "utf8")));
  serveFixed(app, responseCache, `${PLAIN_FILES}/style.css`, {
    type: "text/css; charset=utf-8",
    headers: answerHeaders,
    body: sheets.join("\n").replaceAll(/@import [^;]+;/g, ""),
  });
  serveFixed(app, responseCache, LINK_SCRIPT, {
    type: "text/javascript; charset=utf-8",
    headers: answerHeaders,
    body: await readFile(resolveFromRoot("ui/open-link.js")),
  });
  for (const name of ["figtree.woff2", "marcellus.woff2"])
    serveFixed(app, responseCache, `${PLAIN_FILES}/fonts/${name}`, {
      type: "font/woff2",
      headers: answerHeaders,
      body: await readFile(resolveFromRoot("ui/fonts", name)),
    });
}
