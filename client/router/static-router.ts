import type { FindPage, PageState } from "./page.ts";
import type { Router } from "./router.ts";

/** A router for the server: renders one page at one URL. */
export const staticRouter = (find: FindPage, pageState: PageState, { pathname, search }: URL): Router => ({
  find,
  state: {
    location: { pathname, search, hash: "", state: null, key: "" },
    pageState,
    activity: "idle",
    navigationType: "open",
    preventScrollReset: false,
  },
  subscribe: () => () => {},
  navigate: () => Promise.resolve(),
  prefetch: () => {},
  refresh: () => Promise.resolve(),
});
