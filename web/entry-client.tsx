import "#ui/base.css";
import "#ui/shared-classes.css";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { call } from "#client/api.ts";
import { retryStyles } from "#client/built-files.ts";
import { interceptLinks } from "#client/links.tsx";
import { loadModule } from "#client/router/page.ts";
import { createRouter } from "#client/router/router.ts";
import { watchScroll } from "#client/scroll-restoration.ts";
import { followTranslations, isByTranslation } from "#client/translated-pages.ts";
import { recoverLostFocus } from "#ui/focus-recovery.ts";
import { findPage } from "./routes.tsx";
import { startVisit } from "./shell/visitor.ts";
import { type PageData, App } from "./app.tsx";

const report = (event: Event) =>
  void import("#shop/browser-errors/web/report-error.ts")
    .then((part) => part.reportError(event))
    .catch(() => {});
addEventListener("error", report, true);
for (const kind of ["unhandledrejection", "securitypolicyviolation"]) addEventListener(kind, report);

open().catch((error: unknown) => {
  window.held?.fail();
  throw error;
});
if (document.readyState === "complete") retryStyles();
else window.addEventListener("load", retryStyles);

// A top-level await would cause a deadlock, because the code of the pages imports from this chunk.
async function open(): Promise<void> {
  const root = document.querySelector("#root");
  const embeddedData = document.querySelector("#data")?.textContent;
  if (!root || !embeddedData) return;
  const { shell, page: data, failed, posted } = JSON.parse(embeddedData) as PageData;
  const match = findPage(location.pathname);
  // React can hydrate the page only if the page's code is already loaded.
  const module = await loadModule(match.route);
  const router = createRouter({
    find: findPage,
    renderContext: { call, publicUrl: location.origin },
    pageState: { ...match, module, data, failed },
  });
  followTranslations();
  interceptLinks(router);
  watchScroll(router);
  startTransition(() => {
    hydrateRoot(root, <App router={router} shell={shell} posted={posted} />, {
      onRecoverableError: (cause) => isByTranslation(cause) || window.reportError(cause),
    });
  });
  recoverLostFocus();
  startVisit();
}
