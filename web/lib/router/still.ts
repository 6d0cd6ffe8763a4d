import type { FindPage, Shown } from "./page.ts";
import type { Router } from "./router.ts";

/** A router that goes nowhere, for the server: it draws one page at one address. */
export const standStill = (find: FindPage, shown: Shown, { pathname, search }: URL): Router => ({
  find,
  state: {
    location: { pathname, search, hash: "", state: null, key: "" },
    shown,
    activity: "idle",
    step: "open",
    preventScrollReset: false,
  },
  subscribe: () => () => {},
  navigate: () => Promise.resolve(),
  refresh: () => Promise.resolve(),
});
