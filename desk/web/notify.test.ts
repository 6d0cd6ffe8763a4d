import { expect, test, vi } from "vitest";
import { forgetPush, pushHere } from "./notify.ts";

test("signing out works although the browser cannot end its subscription to notifications", async () => {
  const unsubscribe = vi.fn(() => Promise.reject(new Error("offline")));
  const registration = { pushManager: { getSubscription: async () => ({ unsubscribe }) } };
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => registration } });
  pushHere.set("this-device");
  await forgetPush();
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(pushHere.get()).toBeNull();
});
