import { expect, test } from "vitest";
import { deskLinks } from "#contract/desk-links.ts";
import { findScreen } from "./screens.ts";

test("every link in mails and notifications to the owner leads to a screen of the desk (D119)", () => {
  const shown = Object.values(deskLinks).map((build) => findScreen(build("TRV-7K3M9Q")).route.name);
  expect(shown).toEqual(["Today", "Order", "Product", "Messages", "Reviews", "Health"]);
});
