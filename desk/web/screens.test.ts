import { expect, test } from "vitest";
import { deskLinks } from "#contract/desk-links.ts";
import { findScreen } from "./screens.ts";

test("every link in mails and notifications to the owner leads to a screen of the desk (D119)", () => {
  const names = Object.values(deskLinks).map((build) => {
    const [path = ""] = build("TRV-7K3M9Q").split("?");
    return findScreen(path).route.name;
  });
  expect(names).not.toContain("Nothing here");
});
