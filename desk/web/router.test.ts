import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { getListHref, goTo, leaveScreen, useLeaveWarning } from "./router.ts";

test("the link from an order back to the list opens the list with the filter and scroll position that the user left", async () => {
  const scroll = vi.fn();
  vi.stubGlobal("scrollTo", scroll);
  expect(getListHref("/orders")).toBe("/orders");
  goTo("/orders?group=unpaid&rows=100");
  Object.assign(globalThis, { scrollY: 840 });
  goTo("/orders/TRV-7K3M9Q");
  goTo("/people");
  expect(getListHref("/orders")).toBe("/orders?group=unpaid&rows=100");
  goTo(getListHref("/orders"), { isBack: true });
  await expect.poll(() => scroll.mock.lastCall).toEqual([0, 840]);
  goTo("/orders/TRV-7K3M9Q");
  const { unmount } = renderHook(() => useLeaveWarning(true));
  goTo(getListHref("/orders"), { isBack: true });
  leaveScreen();
  await expect.poll(() => scroll.mock.lastCall).toEqual([0, 840]);
  unmount();
  goTo("/people");
  expect(scroll).toHaveBeenLastCalledWith(0, 0);
});
