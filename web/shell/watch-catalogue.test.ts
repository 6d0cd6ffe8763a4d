import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CATALOGUE_UPDATED, type CatalogueUpdated } from "#shop/catalogue/catalogue-updated.ts";

/* Tests which catalogue updates reload a customer's page. */
let receive: (payload?: CatalogueUpdated) => void;
const refresh = vi.fn(async () => {});
/** The revision in the next response; undefined if the request fails. */
let answered: number | undefined;
const pageState = { data: null, module: { loader: () => null } as { loader?: () => null } };
const steps = new Set<() => void>();
const router = {
  state: { pageState, location: {} },
  refresh,
  subscribe: (step: () => void) => void steps.add(step),
};

vi.mock("#client/live.ts", () => ({
  subscribeLive: (event: string, handler: typeof receive) => {
    if (event === CATALOGUE_UPDATED) receive = handler;
    return () => {};
  },
}));
vi.mock("#client/links.tsx", () => ({
  getRouter: () => router,
}));
vi.mock("./fetch-shell.ts", () => ({ fetchShell: async () => answered }));
vi.mock("#shop/accounts/web/session.ts", () => ({
  getSession: () => ({ user: { _id: "asha" } }),
  onSessionChange: () => {},
}));
vi.mock("#shop/cart/web/cart-store.ts", () => ({
  fetchCartNow: async () => {},
  rereadBag: async () => false,
}));

afterEach(() => vi.useRealTimers());

beforeEach(async () => {
  vi.useFakeTimers();
  refresh.mockClear();
  steps.clear();
  router.state = { pageState, location: {} };
  document.head.innerHTML = `<meta name="catalogue-revision" content="7">`;
  vi.resetModules();
  (await import("./watch-catalogue.ts")).watchCatalogue();
});

async function hear(
  payload?: CatalogueUpdated,
  known: number | null = payload?.revision ?? 7,
): Promise<number> {
  answered = known ?? undefined;
  receive(payload);
  await vi.advanceTimersByTimeAsync(2_500);
  return refresh.mock.calls.length;
}

test("an open page with the current catalogue requests nothing when it connects or reconnects", async () => {
  expect(await hear()).toBe(0);
  expect(await hear({ revision: 7 })).toBe(0);
  expect(await hear()).toBe(0);
  expect(await hear({ revision: 7 })).toBe(0);
});

test("an open page refreshes once for each newer catalogue revision that a live connection reports", async () => {
  expect(await hear({ revision: 9 })).toBe(1);
  // The process that sends revision 8 has not received the change yet. Then another connection sends revision 9 again.
  expect(await hear({ revision: 8 })).toBe(1);
  expect(await hear({ revision: 9 })).toBe(1);
  expect(await hear({ revision: 10 })).toBe(2);
});

test("an open page whose refresh failed refreshes again after the next message about the catalogue", async () => {
  expect(await hear({ revision: 9 }, null)).toBe(1);
  expect(await hear({ revision: 9 })).toBe(2);
  expect(await hear({ revision: 9 })).toBe(2);
});

test("an open page refreshes again if the server process did not have the new catalogue yet", async () => {
  await hear({ revision: 9 }, 8);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refresh).toHaveBeenCalledTimes(2);
});

test("the catalogue's revision is read from every response, and a page without API calls requests the revision", async () => {
  const fetched: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    fetched.push(address);
    return Response.json({ success: true, categories: [] }, { headers: { "catalogue-revision": "8" } });
  });
  answered = 8;
  const go = async (module: typeof pageState.module) => {
    router.state = { pageState: { data: null, module }, location: {} };
    for (const step of steps) step();
    await vi.advanceTimersByTimeAsync(1);
  };
  await go({ loader: () => null });
  expect([fetched, refresh.mock.calls.length]).toEqual([[], 0]);
  await go({});
  expect([fetched, refresh.mock.calls.length]).toEqual([["/api/categories"], 1]);
  await go({});
  expect(refresh).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});

test("open pages refresh at random times, at least 1 s after a change of the catalogue", async () => {
  const random = vi.spyOn(Math, "random");
  for (const { revision, drawn, at } of [
    { revision: 8, drawn: 0, at: 1_000 },
    { revision: 9, drawn: 0.6, at: 1_900 },
  ]) {
    random.mockReturnValueOnce(drawn);
    refresh.mockClear();
    answered = revision;
    receive({ revision });
    await vi.advanceTimersByTimeAsync(at - 1);
    expect(refresh).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(refresh).toHaveBeenCalledOnce();
  }
  random.mockRestore();
});
