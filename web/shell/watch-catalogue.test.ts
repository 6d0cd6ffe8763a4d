import { beforeEach, expect, test, vi } from "vitest";
import { CATALOGUE_UPDATED, type CatalogueUpdated } from "#shop/catalogue/catalogue-updated.ts";

/* Which news of the goods make a customer's page look again. */
let receive: (payload?: CatalogueUpdated) => void;
const refresh = vi.fn(async () => {});

vi.mock("#client/live.ts", () => ({
  subscribeLive: (event: string, handler: typeof receive) => {
    if (event === CATALOGUE_UPDATED) receive = handler;
    return () => {};
  },
}));
vi.mock("#client/links.tsx", () => ({
  getRouter: () => ({ state: { pageState: { data: null }, location: {} }, refresh }),
}));
vi.mock("#shop/accounts/web/session.ts", () => ({
  getSession: () => ({ user: { _id: "asha" } }),
  onSessionChange: () => {},
}));
vi.mock("#shop/cart/web/cart-store.ts", () => ({ fetchCartNow: async () => {} }));

beforeEach(async () => {
  vi.useFakeTimers();
  refresh.mockClear();
  document.head.innerHTML = `<meta name="catalogue-revision" content="7">`;
  vi.resetModules();
  (await import("./watch-catalogue.ts")).watchCatalogue();
});

async function hear(payload?: CatalogueUpdated): Promise<number> {
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

test("no page looks again before every process knows of it (1 s), nor do all at once", async () => {
  const random = vi.spyOn(Math, "random");
  for (const { revision, drawn, at } of [
    { revision: 8, drawn: 0, at: 1_000 },
    { revision: 9, drawn: 0.6, at: 1_900 },
  ]) {
    random.mockReturnValueOnce(drawn);
    refresh.mockClear();
    receive({ revision });
    await vi.advanceTimersByTimeAsync(at - 1);
    expect(refresh).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(refresh).toHaveBeenCalledOnce();
  }
  random.mockRestore();
});
