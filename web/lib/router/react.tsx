import {
  Component,
  createContext,
  type ReactNode,
  startTransition,
  use,
  useLayoutEffect,
  useState,
} from "react";
import type { Params } from "./match.ts";
import type { Shown } from "./page.ts";
import type { Place } from "./place.ts";
import type { Router, RouterState, Step } from "./router.ts";

// Apart, so that a navigation that is only under way draws nothing but what shows that.
const RouterContext = createContext<Router | null>(null);
const PlaceContext = createContext<Place | null>(null);
const StepContext = createContext<Step>("open");
const ShownContext = createContext<Shown | null>(null);
const ActivityContext = createContext<RouterState["activity"]>("idle");

/** Draws what is inside anew as the visitor goes through the shop; typing and scrolling come first. */
export function RouterProvider({ router, children }: { router: Router; children: ReactNode }) {
  const [state, setState] = useState(router.state);
  useLayoutEffect(() => {
    const follow = () => startTransition(() => setState(router.state));
    follow();
    return router.subscribe(follow);
  }, [router]);
  return (
    <RouterContext value={router}>
      <ActivityContext value={state.activity}>
        <PlaceContext value={state.location}>
          <StepContext value={state.step}>
            <ShownContext value={state.shown}>{children}</ShownContext>
          </StepContext>
        </PlaceContext>
      </ActivityContext>
    </RouterContext>
  );
}

/** Where the visitor is; on the way to another page still the one on the screen. */
export const useLocation = (): Place => there(use(PlaceContext));

/** How the visitor came here. */
export const useStep = (): Step => use(StepContext);

/** The page on the screen. */
export const useShown = (): Shown => there(use(ShownContext));

/** The changing parts of the page's path. */
export const useParams = (): Params => useShown().params;

export const useNavigate = (): Router["navigate"] => there(use(RouterContext)).navigate;

export const useActivity = (): RouterState["activity"] => use(ActivityContext);

/** Asks for the page's data again. */
export const useRefresh = (): Router["refresh"] => there(use(RouterContext)).refresh;

interface FaultBoundaryProps {
  /** What stands where something broke, until the visitor goes elsewhere. */
  fault: ReactNode;
  location?: Place;
  /** Called when something broke. */
  onFault?: () => void;
  children: ReactNode;
}

interface FaultBoundaryState {
  location: Place | undefined;
  broken: boolean;
}

/** Keeps what breaks while it is drawn from taking the whole shop with it. */
export class FaultBoundary extends Component<FaultBoundaryProps, FaultBoundaryState> {
  override state: FaultBoundaryState = { location: this.props.location, broken: false };

  static getDerivedStateFromError(): Partial<FaultBoundaryState> {
    return { broken: true };
  }

  static getDerivedStateFromProps(
    { location }: FaultBoundaryProps,
    before: FaultBoundaryState,
  ): FaultBoundaryState | null {
    return location === before.location ? null : { location, broken: false };
  }

  override componentDidCatch(): void {
    this.props.onFault?.();
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fault : this.props.children;
  }
}

function there<T>(value: T | null): T {
  if (value === null) throw new Error("This is drawn outside of <RouterProvider>.");
  return value;
}
