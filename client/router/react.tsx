import { Component, createContext, type ReactNode, use, useLayoutEffect, useState } from "react";
import type { Params } from "#contract/match-path.ts";
import type { PageState } from "./page.ts";
import type { Location } from "./location.ts";
import type { Router, RouterState, NavigationType } from "./router.ts";

// Each value has its own context. A component then renders again only if a value that it uses has changed.
const RouterContext = createContext<Router | null>(null);
const LocationContext = createContext<Location | null>(null);
const NavigationTypeContext = createContext<NavigationType>("open");
const PageStateContext = createContext<PageState | null>(null);
const ActivityContext = createContext<RouterState["activity"]>("idle");

/** Provides the router's state to its children. */
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

/** Returns the location of the shown page. While another page is loading, this is still the old location. */
export const useLocation = (): Location => requireValue(use(LocationContext));

/** Returns how the visitor reached the shown page. */
export const useNavigationType = (): NavigationType => use(NavigationTypeContext);

/** Returns the shown page with its code and data. */
export const usePageState = (): PageState => requireValue(use(PageStateContext));

/** Returns the parameters in the path of the shown page. */
export const useParams = (): Params => usePageState().params;

export const useNavigate = (): Router["navigate"] => requireValue(use(RouterContext)).navigate;

export const useActivity = (): RouterState["activity"] => use(ActivityContext);

/** Returns a function that loads the page's data again. */
export const useRefresh = (): (() => Promise<void>) => requireValue(use(RouterContext)).refresh;

interface ErrorBoundaryProps {
  /** The content that replaces the children after an error, until the next navigation. */
  fallback: ReactNode;
  location?: Location;
  /** Called when rendering the children has failed. */
  onError?: () => void;
  children: ReactNode;
}

interface ErrorBoundaryState {
  location: Location | undefined;
  broken: boolean;
}

/** Catches rendering errors of its children, so that the rest of the shop still works. */
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
    // React logs the error but dispatches no event, so dispatch one for the listeners of `error` events.
    dispatchEvent(new ErrorEvent("error", { error }));
    this.props.onError?.();
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}

function requireValue<T>(value: T | null): T {
  if (value === null) throw new Error("This component must be inside a <RouterProvider>.");
  return value;
}
