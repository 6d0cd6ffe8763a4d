import { beforeEach, expect, test, vi } from "vitest";
import { DAY, MINUTE } from "#contract/time.ts";
import { forgetOldDraft, keepDraft, readDraft } from "./draft.ts";
import { session } from "./session.ts";

const signIn = (name: string) =>
  session.set({ name, role: "owner", entrance: "passkey", start: "", token: "" });

beforeEach(() => localStorage.clear());

test("a draft remains for its user for a day, and is deleted when another user signs in", () => {
  vi.useFakeTimers({ now: new Date("2026-11-20T09:00:00Z") });
  signIn("Asha");
  keepDraft("orders take", { name: "Meera Shah" });
  vi.advanceTimersByTime(DAY - MINUTE);
  forgetOldDraft();
  expect(readDraft("orders take")).toMatchObject({ input: { name: "Meera Shah" } });
  vi.advanceTimersByTime(2 * MINUTE);
  forgetOldDraft();
  expect(readDraft("orders take")).toBeNull();
  keepDraft("orders take", { name: "Meera Shah" });
  signIn("Ravi");
  forgetOldDraft();
  signIn("Asha");
  expect(readDraft("orders take")).toBeNull();
  vi.useRealTimers();
});
