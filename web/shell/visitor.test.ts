import { beforeEach, expect, test, vi } from "vitest";
import { startVisit } from "./visitor.ts";

const session = vi.hoisted(() => {
  const now: { user: { _id: string } | null; isRestored: boolean; expired: boolean } = {
    user: { _id: "asha" },
    isRestored: true,
    expired: false,
  };
  return { now, change: () => {} };
});
vi.mock("#shop/accounts/web/session.ts", () => ({
  getSession: () => session.now,
  onSessionChange: (follow: () => void) => (session.change = follow),
  restoreSession: async () => false,
}));
const calls = vi.hoisted(() => [] as string[]);
vi.mock("#shop/cart/web/cart-store.ts", () => ({
  finishMovingGuestCart: () => {},
  forgetCartKey: () => {},
  openCartFor: (id: string | null) => void calls.push(`open the cart of ${id}`),
  removeBrowserCart: () => void calls.push("remove the cart"),
}));
vi.mock("#shop/checkout/web/use-checkout-form.ts", () => ({
  removeDraft: () => void calls.push("remove the checkout input"),
}));
vi.mock("#client/queries.tsx", () => ({ forgetQueries: () => void calls.push("remove the responses") }));

function change(id: string | null, expired = false): void {
  session.now = { user: id === null ? null : { _id: id }, isRestored: true, expired };
  session.change();
}

beforeEach(() => {
  startVisit();
  change("asha");
  calls.length = 0;
});

test("a logout in any tab removes the cart, the checkout input and the responses from this tab (§4, D17, D58)", async () => {
  change(null);
  await expect
    .poll(() => calls.toSorted())
    .toEqual([
      "open the cart of null",
      "remove the cart",
      "remove the checkout input",
      "remove the responses",
    ]);
});

test("after an expired session, the checkout input stays for the same customer, and is removed if another customer logs in (D17)", async () => {
  change(null, true);
  change("asha");
  await expect.poll(() => calls).toContain("remove the responses");
  expect(calls).not.toContain("remove the checkout input");
  change(null, true);
  change("ravi");
  await expect.poll(() => calls).toContain("remove the checkout input");
});
