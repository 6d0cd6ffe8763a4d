import "#ui/base.css";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import {
  createBrowserRouter,
  type HydrationState,
  matchRoutes,
  RouterContextProvider,
  type RouteObject,
} from "react-router";
import { RouterProvider } from "react-router/dom";
import { call } from "#lib/api.ts";
import { takeOverLinks } from "#lib/links.tsx";
import { callContext, publicUrlContext } from "#lib/load.ts";
import { watchScroll } from "#lib/scroll.ts";
import { routes } from "./routes.tsx";
import { openForVisitor } from "./shell/visitor.ts";

void open();

// No top-level await: pages import what lies in this file's chunk, and would wait for it while it waits for them.
async function open(): Promise<void> {
  // The code of the page that the server rendered must be here before React looks at it.
  for (const { route } of matchRoutes(routes, location) ?? []) await settle(route);

  const context = new RouterContextProvider();
  context.set(callContext, call);
  context.set(publicUrlContext, location.origin);
  const router = createBrowserRouter(routes, {
    hydrationData: JSON.parse(document.querySelector("#data")?.textContent ?? "{}") as HydrationState,
    getContext: () => context,
  });
  takeOverLinks(router, routes);
  watchScroll(router);

  const root = document.querySelector("#root");
  if (root) {
    startTransition(() => {
      hydrateRoot(
        root,
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
      );
    });
  }
  openForVisitor();
}

async function settle(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== "function") return;
  Object.assign(route, await route.lazy());
  delete route.lazy;
}
