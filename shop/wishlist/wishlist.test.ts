import { expect, test } from "vitest";
import { changeSaved, confirmSaved, emptyWishlist, assignTo, listSaved, MAX_SAVED } from "./wishlist.ts";

const save = (list: typeof emptyWishlist, ...ids: string[]) =>
  ids.reduce((saved, id) => changeSaved(saved, id, true), list);

test("a product that a guest saves and removes again is not sent at login", () => {
  expect(changeSaved(save(emptyWishlist, "bowl"), "bowl", false)).toEqual(emptyWishlist);
});

test("a removed product stays removed if an older response still contains it", () => {
  const list = confirmSaved(assignTo(emptyWishlist, "asha"), ["tray", "bowl"], []);
  const removed = changeSaved(list, "tray", false);
  expect(listSaved(confirmSaved(removed, ["tray", "bowl"], []))).toEqual(["bowl"]);
  expect(confirmSaved(removed, ["bowl"], removed.changes).changes).toEqual([]);
});

test("a product that is saved again while its removal is being sent stays saved", () => {
  const list = confirmSaved(assignTo(emptyWishlist, "asha"), ["bowl"], []);
  const removed = changeSaved(list, "bowl", false);
  const again = changeSaved(removed, "bowl", true);
  expect(listSaved(again)).toEqual(["bowl"]);
  const afterRemoval = confirmSaved(again, [], removed.changes);
  expect(listSaved(afterRemoval)).toEqual(["bowl"]);
  expect(afterRemoval.changes).toEqual([["bowl", true]]);
});

test("another customer, or a guest after a logout, does not see the previous customer's wishlist", () => {
  const hers = save(assignTo(emptyWishlist, "asha"), "bowl");
  expect(listSaved(assignTo(hers, "ravi"))).toEqual([]);
  expect(listSaved(assignTo(hers, null))).toEqual([]);
});

test("a wishlist keeps only the latest products, up to its maximum", () => {
  const list = save(emptyWishlist, ...Array.from({ length: MAX_SAVED + 5 }, (_, at) => `p${at}`));
  expect(listSaved(list)).toHaveLength(MAX_SAVED);
  expect(listSaved(list)[0]).toBe(`p${MAX_SAVED + 4}`);
});
