import { beforeEach, expect, test, vi } from "vitest";
import { CATALOGUE_UPDATED, type CatalogueUpdated } from "#shop/catalogue/catalogue-updated.ts";

/* Which news of the goods make a customer's page look again. */
let receive: (payload?: CatalogueUpdated) => void;
const refresh = vi.fn(async () => {});
/** The revision that the shop answers with; undefined where it cannot be asked. */
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

test("a page that was made of the present catalogue asks for nothing when it connects, also again", async () => {
  expect(await hear()).toBe(0);
  expect(await hear({ revision: 7 })).toBe(0);
  expect(await hear()).toBe(0);
  expect(await hear({ revision: 7 })).toBe(0);
});

test("one that was made before a change looks again when it connects, once", async () => {
  expect(await hear({ revision: 9 })).toBe(1);
  // A process that has not noticed yet, and a second connection.
  expect(await hear({ revision: 8 })).toBe(1);
  expect(await hear({ revision: 9 })).toBe(1);
  expect(await hear({ revision: 10 })).toBe(2);
});

test("where the shop could not be asked, the next answer brings it up again, once", async () => {
  expect(await hear({ revision: 9 }, null)).toBe(1);
  expect(await hear({ revision: 9 })).toBe(2);
  expect(await hear({ revision: 9 })).toBe(2);
});

test("where a process answers that does not know yet, a page looks once more", async () => {
  await hear({ revision: 9 }, 8);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refresh).toHaveBeenCalledTimes(2);
});

test("each answer says of which catalogue it is, and a page that asks for nothing asks for that", async () => {
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

test("no page looks again before every process knows of it (1 s), nor do all at once", async () => {
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
