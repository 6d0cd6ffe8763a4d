import { inTurn, press, type Screen, shows } from "./acts.ts";

export const ofTheAccount: Screen[] = [
  { name: "log-in", path: "/log-in" },
  { name: "log-in-errors", path: "/log-in", act: press("Login") },
  {
    name: "log-in-refused",
    path: "/log-in",
    act: async (page) => {
      await page.getByRole("textbox", { name: "Email" }).first().fill("nobody@example.com");
      await page.getByRole("textbox", { name: "Password" }).fill("not the password");
      await press("Login")(page);
      await shows(page, "Invalid email or password.");
    },
  },
  { name: "sign-up", path: "/sign-up" },
  {
    name: "sign-up-errors",
    path: "/sign-up",
    act: inTurn(press("Register"), (page) => shows(page, "First Name is required")),
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
      await press("Verify Email")(page);
      await shows(page, "We have sent a code to");
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
    act: inTurn(
      (page) => page.getByRole("button", { name: "Your account" }).hover(),
      (page) => page.getByRole("link", { name: "Logout" }).click(),
    ),
  },
];
