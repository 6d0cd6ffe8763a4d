import "#ui/base.css";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { call } from "#lib/api.ts";
import { retryStyles } from "#lib/built-files.ts";
import { takeOverLinks } from "#lib/links.tsx";
import { createRouter } from "#lib/router/router.ts";
import { watchScroll } from "#lib/scroll.ts";
import { recoverLostFocus } from "#ui/focus-recovery.ts";
import { findPage } from "./routes.tsx";
import { openForVisitor } from "./shell/visitor.ts";
import { type PageData, ShopFront } from "./shop-front.tsx";

open().catch((fault: unknown) => {
  window.held?.fail();
  throw fault;
});
if (document.readyState === "complete") retryStyles();
else window.addEventListener("load", retryStyles);

// No top-level await: pages import what lies in this file's chunk, and would wait for it while it waits for them.
async function open(): Promise<void> {
  const root = document.querySelector("#root");
  const made = document.querySelector("#data")?.textContent;
  if (!root || !made) return;
  const { shell, page, failed, posted } = JSON.parse(made) as PageData;
  const match = findPage(location.pathname);
  // The code of the page that the server rendered must be here before React looks at it.
  const module = await match.route.load();
  const router = createRouter({
    find: findPage,
    backstage: { call, publicUrl: location.origin },
    shown: { ...match, module, data: page, failed },
  });
  takeOverLinks(router);
  watchScroll(router);
  startTransition(() => {
    hydrateRoot(root, <ShopFront router={router} shell={shell} posted={posted} />);
  });
  recoverLostFocus();
  openForVisitor();
}
