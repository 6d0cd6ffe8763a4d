import { calls, mishaps } from "./steps.ts";
import { runInTurn, clickOn, type Screen, waitForText, stepWithMishap } from "./acts.ts";

export const atHome: Screen[] = [
  { name: "home", path: "/" },
  {
    name: "home-menu-drawer",
    path: "/",
    only: "narrow",
    overlay: true,
    act: clickOn("Menu"),
  },
  {
    name: "home-menu-dropdown",
    path: "/",
    only: "wide",
    overlay: true,
    act: (page) => page.getByRole("button", { name: "Serveware" }).hover(),
  },
  {
    name: "home-collections",
    path: "/",
    only: "wide",
    overlay: true,
    act: (page) => page.getByRole("button", { name: "Collections" }).hover(),
  },
  { name: "home-all-launched", path: "/", act: clickOn("View All"), only: "wide" },
  {
    name: "home-loading",
    path: "/contact-us",
    act: stepWithMishap(calls.list, mishaps.never, "/", "Loading products..."),
  },
  {
    name: "home-failed",
    path: "/contact-us",
    act: stepWithMishap(calls.list, mishaps.refused(503), "/", "Error: "),
  },
  { name: "search-drawer", path: "/", overlay: true, act: clickOn("Search") },
  {
    name: "search-drawer-nothing",
    path: "/",
    overlay: true,
    act: runInTurn(
      clickOn("Search"),
      (page) => page.getByPlaceholder("Search by Category...").fill("zzz"),
      (page) => waitForText(page, "No results found"),
    ),
  },
];

export const ofTheShop: Screen[] = [
  { name: "our-story", path: "/our-story" },
  {
    name: "gifts",
    path: "/gifts",
  },
  {
    name: "lay-the-table",
    path: "/lay-the-table",
    act: (page) =>
      page
        .getByRole("group", { name: /^The table/ })
        .locator("image")
        .first()
        .waitFor(),
  },
  {
    name: "lay-the-table-chosen",
    path: "/lay-the-table#for=2&occasion=festive",
    act: (page) =>
      page
        .getByRole("group", { name: /^The table/ })
        .getByRole("button")
        .first()
        .press("Enter"),
  },
  { name: "contact", path: "/contact-us" },
  { name: "contact-errors", path: "/contact-us", act: clickOn(/^Send/) },
  { name: "refund-policy", path: "/refund-policy" },
  { name: "terms", path: "/terms-condition" },
  { name: "shipping-policy", path: "/shipping-policy" },
  { name: "feedback-guest", path: "/feedback-form" },
  { name: "feedback", path: "/feedback-form", as: "customer" },
  { name: "feedback-errors", path: "/feedback-form", as: "customer", act: clickOn(/^Submit/) },
  { name: "not-found", path: "/no-such-page" },
];
