import { refreshNow } from "#shop/accounts/web/session.ts";
import { settle } from "./settle.ts";
import { type CallPlans, answerRefused, answerSilent } from "./played.ts";
import { wanted } from "./orders.ts";

export const refreshCalls = {
  "POST /api/auth/refresh-token": {
    page: "/orders",
    as: "guest",
    act: async () => {
      localStorage.setItem("refreshToken", "refresh");
      await refreshNow();
      await settle();
    },
    bare: [{ body: { accessToken: "fresh" } }, "Unauthorized! Please log in."],
    forms: [
      [{ body: { accessToken: "fresh", user: { id: "asha" } } }, "Session refreshed successfully!", "A-1"],
    ],
    failures: [
      [answerRefused(403, "Too old."), "Failed to refresh token", "Unauthorized! Please log in."],
      [answerSilent(500), "Failed to refresh token"],
      [{ body: {} }, "Failed to refresh token"],
    ],
  },
  "POST /api/auth/refresh": {
    page: "/orders",
    as: "customer",
    before: { "GET /api/orders/user/{userId}": answerRefused(401, "Too old.") },
    after: { "GET /api/orders/user/{userId}": { body: { orders: [wanted] } } },
    bare: [{ body: { accessToken: "fresh" } }, "A-1"],
    failures: [
      [answerRefused(401, "Over."), "Session expired. Please log in again.", "at /log-in"],
      [answerRefused(403, "Over."), "Session expired. Please log in again.", "at /log-in"],
    ],
  },
  "POST /api/users/refresh-token": {
    unused: "the same service as /api/auth/refresh-token, which the browser calls (D47)",
  },
} satisfies CallPlans;
