import { Component, createContext, type ReactNode, use, useLayoutEffect, useState } from "react";
import type { Params } from "#contract/match-path.ts";
import type { PageState } from "./page.ts";
import type { Location } from "./location.ts";
import type { Router, RouterState, NavigationType } from "./router.ts";

// A separate context, so that a pending navigation only renders what shows it.
const RouterContext = createContext<Router | null>(null);
const LocationContext = createContext<Location | null>(null);
const NavigationTypeContext = createContext<NavigationType>("open");
const PageStateContext = createContext<PageState | null>(null);
const ActivityContext = createContext<RouterState["activity"]>("idle");

/** Renders its children as a transition during navigation, so that typing and scrolling have priority. */
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

/** Returns the location of the current page, even during a navigation. */
export const useLocation = (): Location => requireValue(use(LocationContext));

/** Returns how the current page was reached. */
export const useNavigationType = (): NavigationType => use(NavigationTypeContext);

/** Returns the state of the current page. */
export const usePageState = (): PageState => requireValue(use(PageStateContext));

/** Returns the parameters in the page's path. */
export const useParams = (): Params => usePageState().params;

export const useNavigate = (): Router["navigate"] => requireValue(use(RouterContext)).navigate;

export const useActivity = (): RouterState["activity"] => use(ActivityContext);

/** Loads the page's data again. */
export const useRefresh = (): (() => Promise<void>) => requireValue(use(RouterContext)).refresh;

interface ErrorBoundaryProps {
  /** Shown in place of a failed part until the next navigation. */
  fallback: ReactNode;
  location?: Location;
  /** Called after a rendering error. */
  onError?: () => void;
  children: ReactNode;
}

interface ErrorBoundaryState {
  location: Location | undefined;
  broken: boolean;
}

/** Contains rendering errors, so that the rest of the shop still works. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { location: this.props.location, broken: false };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { broken: true };
  }

  static getDerivedStateFromProps(
    { location }: ErrorBoundaryProps,
    previous: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return location === previous.location ? null : { location, broken: false };
  }

  override componentDidCatch(error: unknown): void {
    // Notifies error listeners without logging to the console twice.
    dispatchEvent(new ErrorEvent("error", { error }));
    this.props.onError?.();
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}

function requireValue<T>(value: T | null): T {
  if (value === null) throw new Error("This is drawn outside of <RouterProvider>.");
  return value;
}
