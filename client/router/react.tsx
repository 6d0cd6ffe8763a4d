import { createContext, type ReactNode, use, useLayoutEffect, useState } from "react";
import type { Params } from "#contract/match-path.ts";
import type { PageState } from "./page.ts";
import type { Location } from "./location.ts";
import type { Router, RouterState, NavigationType } from "./router.ts";

// Each value has its own context, so that a component renders again only if a value that it uses changes.
const RouterContext = createContext<Router | null>(null);
const LocationContext = createContext<Location | null>(null);
const NavigationTypeContext = createContext<NavigationType>("open");
const PageStateContext = createContext<PageState | null>(null);
const ActivityContext = createContext<RouterState["activity"]>("idle");

export function RouterProvider({ router, children }: { router: Router; children: ReactNode }) {
  const [state, setState] = useState(router.state);
  useLayoutEffect(() => {
    const follow = () => setState(router.state);
    follow();
    return router.subscribe(follow);
  }, [router]);
  return (
    <RouterContext value={router}>
      <ActivityContext value={state.activity}>
        <LocationContext value={state.location}>
          <NavigationTypeContext value={state.navigationType}>
            <PageStateContext value={state.pageState}>{children}</PageStateContext>
          </NavigationTypeContext>
        </LocationContext>
      </ActivityContext>
    </RouterContext>
  );
}

/** Returns the location of the shown page, even while another page is loading. */
export const useLocation = (): Location => requireValue(use(LocationContext));

export const useNavigationType = (): NavigationType => use(NavigationTypeContext);

export const usePageState = (): PageState => requireValue(use(PageStateContext));

export const useParams = (): Params => usePageState().params;

export const useNavigate = (): Router["navigate"] => requireValue(use(RouterContext)).navigate;

export const useActivity = (): RouterState["activity"] => use(ActivityContext);

export const useRefresh = (): (() => Promise<void>) => requireValue(use(RouterContext)).refresh;

function requireValue<T>(value: T | null): T {
  if (value === null) throw new Error("This component must be inside a <RouterProvider>.");
  return value;
}
