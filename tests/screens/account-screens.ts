import { bag, runInTurn, clickOn, type Screen, waitForText } from "./acts.ts";

export const ofTheAccount: Screen[] = [
  { name: "log-in", path: "/log-in" },
  {
    name: "log-in-to-order",
    path: "/log-in?redirect=/checkout",
    bag,
    act: (page) => waitForText(page, "Your bag is saved."),
  },
  { name: "log-in-errors", path: "/log-in", act: clickOn("Login") },
  {
    name: "log-in-refused",
    path: "/log-in",
    act: async (page) => {
      await page.getByRole("textbox", { name: "Email" }).first().fill("nobody@example.com");
      await page.getByRole("textbox", { name: "Password" }).fill("not the password");
      await clickOn("Login")(page);
      await waitForText(page, "Invalid email or password.");
    },
  },
  { name: "sign-up", path: "/sign-up" },
  { name: "saved-nothing", path: "/saved" },
  {
    name: "saved",
    path: "/product-info/acacia-everyday-bowl",
    act: async (page) => {
      await clickOn("Save Roz Acacia Everyday Bowl")(page);
      await page.getByRole("link", { name: "See saved pieces" }).click();
      await waitForText(page, "1 piece");
    },
  },
  {
    name: "sign-up-errors",
    path: "/sign-up",
    act: runInTurn(clickOn("Register"), (page) => waitForText(page, "First Name is required")),
  },
  { name: "forgot-password", path: "/forgot-password" },
  {
    name: "forgot-password-code",
    path: "/forgot-password",
    only: "narrow",
    act: async (page) => {
      const answer = { success: true, message: "Email verified", mailed: true };
      await page.route("**/api/auth/verify-email", (route) => route.fulfill({ json: answer }));
      await page.getByRole("textbox", { name: "Email" }).first().fill("meera@example.com");
      await clickOn("Verify Email")(page);
      await waitForText(page, "We have sent a code to");
    },
  },
  {
    name: "account-menu",
    path: "/",
    as: "customer",
    only: "wide",
    overlay: true,
    act: (page) => page.getByRole("button", { name: "Your account" }).hover(),
  },
  {
    name: "log-out-question",
    path: "/",
    as: "customer",
    only: "wide",
    overlay: true,
    act: runInTurn(
      (page) => page.getByRole("button", { name: "Your account" }).hover(),
      (page) => page.getByRole("link", { name: "Logout" }).click(),
    ),
  },
];
