import { expect, test } from "vitest";
import { listContentChanges } from "./content-changes.ts";

test("a change of the seller's links names each changed link with its old and its new address, and no sample", () => {
  const toSeller = (links: Readonly<Record<string, string>>) =>
    ({ seller: { socialLinks: Object.entries(links).map(([name, url]) => ({ name, url })) } }) as never;
  const before = toSeller({
    Facebook: "https://facebook.com/mitti",
    Instagram: "https://instagram.com/old",
    YouTube: "https://youtube.example/",
  });
  const after = toSeller({
    Facebook: "https://facebook.com/mitti",
    Instagram: "https://instagram.com/mitti",
    YouTube: "https://youtube.com/mitti",
  });
  expect(listContentChanges({ from: before, to: after })).toEqual([
    "the seller: link to Instagram https://instagram.com/old → https://instagram.com/mitti, link to YouTube none → https://youtube.com/mitti",
  ]);
});
