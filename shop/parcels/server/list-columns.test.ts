import { expect, test } from "vitest";
import { readParcelNews } from "./list-columns.ts";

test.each([
  ["DELIVERED", "delivered"],
  ["Item Delivered(Addressee)", "delivered"],
  ["Delivery Confirmed", "delivered"],
  ["UNDELIVERED", "under-way"],
  ["Out for Delivery", "under-way"],
  ["IN TRANSIT", "under-way"],
  ["RTO_DELIVERED", "back"],
  ["RTO Initiated", "coming-back"],
  ["Returned to Sender", "back"],
  ["Item Returned", "coming-back"],
  ["CANCELED", "cancelled"],
  ["LOST", "lost"],
  ["", "under-way"],
])("a courier's %s means %s", (status, meaning) => {
  expect(readParcelNews(status)).toBe(meaning);
});
