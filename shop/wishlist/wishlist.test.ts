import { expect, test } from "vitest";
import { changeSaved, confirmSaved, emptyWishlist, giveTo, listSaved, MOST_SAVED } from "./wishlist.ts";

const save = (list: typeof emptyWishlist, ...ids: string[]) =>
  ids.reduce((saved, id) => changeSaved(saved, id, true), list);

test("a guest who saves a piece and removes it again leaves nothing to send", () => {
  expect(changeSaved(save(emptyWishlist, "bowl"), "bowl", false)).toEqual(emptyWishlist);
});

test("a login adds the guest's pieces to those of the account", () => {
  const guest = save(emptyWishlist, "bowl");
  const customer = confirmSaved(giveTo(guest, "asha"), ["tray"], []);
  expect(listSaved(customer)).toEqual(["bowl", "tray"]);
});

test("a piece that the customer removes stays removed when an older answer still has it", () => {
  const list = confirmSaved(giveTo(emptyWishlist, "asha"), ["tray", "bowl"], []);
  const removed = changeSaved(list, "tray", false);
  expect(listSaved(confirmSaved(removed, ["tray", "bowl"], []))).toEqual(["bowl"]);
  expect(confirmSaved(removed, ["bowl"], removed.changes).changes).toEqual([]);
});

test("a piece that is saved again while its removal is on the way is saved", () => {
  const list = confirmSaved(giveTo(emptyWishlist, "asha"), ["bowl"], []);
  const removed = changeSaved(list, "bowl", false);
  const again = changeSaved(removed, "bowl", true);
  expect(listSaved(confirmSaved(again, [], removed.changes))).toEqual([]);
  expect(listSaved(confirmSaved(again, ["bowl"], removed.changes))).toEqual(["bowl"]);
});

test("another customer, and a guest after a logout, do not see the list of the customer before", () => {
  const hers = save(giveTo(emptyWishlist, "asha"), "bowl");
  expect(listSaved(giveTo(hers, "ravi"))).toEqual([]);
  expect(listSaved(giveTo(hers, null))).toEqual([]);
});

test("no more pieces are kept than the maximum, the latest ones", () => {
  const list = save(emptyWishlist, ...Array.from({ length: MOST_SAVED + 5 }, (_, at) => `p${at}`));
  expect(listSaved(list)).toHaveLength(MOST_SAVED);
  expect(listSaved(list)[0]).toBe(`p${MOST_SAVED + 4}`);
});
