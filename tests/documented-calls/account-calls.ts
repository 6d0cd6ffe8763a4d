import { signInWithCredential } from "#shop/accounts/web/session.ts";
import { settle } from "./settle.ts";
import { address, fill, logIn, clickButton, verifyEmail, savedAddress } from "./visitor-acts.ts";
import { htmlPage, type CallPlans, answerRefused, answerSilent } from "./played.ts";

const user = {
  id: "asha",
  _id: "asha",
  firstName: "Asha",
  lastName: "Patel",
  email: "asha@example.com",
  phoneNumber: "9876543210",
  addresses: [savedAddress],
  role: "user",
};

export const accountCalls = {
  "POST /api/auth/register": {
    page: "/sign-up",
    as: "guest",
    act: async () => {
      fill({ firstName: "Asha", lastName: "Patel", email: "asha@example.com", phoneNumber: "9876543210" });
      fill({ "address.street": address.street, "address.zipCode": address.zipCode, "address.city": "Surat" });
      fill({ password: "teak and mango", confirmPassword: "teak and mango" });
      await clickButton("Register");
    },
    bare: [answerSilent(201), "Registration successful", "at /log-in"],
    forms: [
      [{ body: "created" }, "Registration successful"],
      [{ body: { message: "Welcome" } }, "Registration successful"],
    ],
    failures: [
      [answerRefused(409, "That address is taken."), "That address is taken."],
      [answerRefused(400, "That address is taken.", "error"), "That address is taken."],
      [{ body: { success: false, message: "Closed." } }, "Closed."],
      [{ body: { error: "Closed." } }, "Closed."],
      [answerSilent(500), "Registration failed"],
    ],
  },
  "POST /api/auth/login": {
    page: "/log-in?redirect=/orders",
    as: "guest",
    act: logIn,
    bare: [
      { body: { user: { id: "asha" }, accessToken: "access", refreshToken: "refresh" } },
      "Login successful",
      "at /orders",
      "A-1",
    ],
    forms: [[{ body: { user: { _id: "asha" }, accessToken: "access" } }, "Login successful", "at /orders"]],
    failures: [
      [answerRefused(401, "Wrong password."), "Wrong password.", "at /log-in"],
      [{ body: { message: "Wrong password." } }, "Wrong password.", "at /log-in"],
      [answerSilent(500), "Failed to log in"],
      [htmlPage, "Failed to log in"],
      [{ body: { user: null, accessToken: "access" } }, "Failed to log in"],
      [{ body: {} }, "Failed to log in"],
    ],
    full: { user, accessToken: "access", refreshToken: "refresh", message: "Hello" },
  },
  "POST /api/auth/google": {
    page: "/log-in",
    as: "guest",
    act: async () => {
      await signInWithCredential("credential", "nonce").catch(() => {});
      await settle();
    },
    bare: [
      { body: { user: { id: "asha" }, accessToken: "access", refreshToken: "refresh" } },
      "You are logged in",
    ],
    failures: [[answerRefused(401, "No."), "Log in"]],
  },
  "POST /api/auth/verify-email": {
    page: "/forgot-password",
    as: "guest",
    act: verifyEmail,
    bare: [{ body: { message: "Email verified" } }, "Email verified! Enter a new password."],
    failures: [
      [{ body: { message: "Who is that?" } }, "No account found with this email."],
      [{ body: {} }, "No account found with this email."],
      [answerRefused(404, "No such person."), "No such person."],
      [answerSilent(500), "An error occurred. Please try again."],
      [htmlPage, "An error occurred. Please try again."],
    ],
  },
  "POST /api/auth/reset-password": {
    page: "/forgot-password",
    as: "guest",
    act: async () => {
      await verifyEmail();
      fill({ code: "123456", newPassword: "teak and mango" });
      await clickButton("Reset Password");
    },
    bare: [{ body: "OK" }, "Your password has been reset successfully.", "at /log-in"],
    forms: [
      [answerSilent(204), "Your password has been reset successfully."],
      [{ body: { success: true } }, "Your password has been reset successfully."],
    ],
    failures: [
      [answerRefused(400, "Too old."), "Too old."],
      [answerSilent(500), "Failed to reset password. Please try again."],
    ],
  },
} satisfies CallPlans;
