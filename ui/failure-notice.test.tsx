import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { FailureNotice } from "./failure-notice.tsx";

test("a failure notice shows what could not be loaded, and runs one retry at a time", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onRetry = vi.fn(() => promise);
  render(<FailureNotice onRetry={onRetry}>Failed to load orders.</FailureNotice>);
  expect(screen.getByRole("alert").textContent).toBe("Failed to load orders.");
  const button = screen.getByRole("button", { name: "Try again" });
  await userEvent.click(button);
  await userEvent.click(button);
  expect([onRetry.mock.calls.length, button.getAttribute("aria-busy")]).toEqual([1, "true"]);
  await act(async () => resolve());
  expect(button.getAttribute("aria-busy")).toBeNull();
});

test("a failure notice tries again as soon as the browser is online", async () => {
  const onRetry = vi.fn(() => Promise.resolve());
  const { unmount } = render(<FailureNotice onRetry={onRetry}>Failed to load orders.</FailureNotice>);
  await act(async () => window.dispatchEvent(new Event("online")));
  expect(onRetry).toHaveBeenCalledTimes(1);
  unmount();
  window.dispatchEvent(new Event("online"));
  expect(onRetry).toHaveBeenCalledTimes(1);
});
