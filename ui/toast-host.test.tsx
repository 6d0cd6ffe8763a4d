import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { clearErrors, showToast } from "./toast-host.tsx";

// The module calls `matchMedia` when it is loaded, so replace it before the import.
vi.hoisted(() => Object.assign(globalThis, { matchMedia: () => ({ matches: true }) }));

test("a toast is shown at the top right for 3000 ms, stays while hovered or focused, and is announced (§8, D79)", async () => {
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  await act(async () => showToast("success", "Login successful"));
  const toast = (await screen.findByText("Login successful")).closest(".Toastify__toast");
  expect(toast?.getAttribute("role")).toBe("status");
  expect(toast?.closest(".Toastify__toast-container--top-right")).not.toBeNull();
  const clock = toast?.querySelector<HTMLElement>(".Toastify__progress-bar");
  const running = () => clock?.style.animationPlayState;
  expect([clock?.style.animationDuration, running()]).toEqual(["3000ms", "running"]);

  fireEvent.mouseEnter(toast as Element);
  expect(running()).toBe("paused");
  fireEvent.mouseLeave(toast as Element);
  expect(running()).toBe("running");
  const dismiss = screen.getByLabelText("Dismiss");
  act(() => dismiss.focus());
  expect(running()).toBe("paused");
  act(() => dismiss.blur());
  expect(running()).toBe("running");

  await act(async () => showToast("error", "Failed to log in"));
  const problem = await screen.findByText("Failed to log in");
  expect(problem.closest("[role=alert]")).not.toBeNull();
});

test("a toast with a button stays for 8 seconds, and the button acts once and closes the toast", async () => {
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  const onClick = vi.fn();
  await act(async () => showToast("success", "Sent", { label: "Undo", onClick }));
  const button = await screen.findByRole("button", { name: "Undo" });
  const clock = button.closest(".Toastify__toast")?.querySelector<HTMLElement>(".Toastify__progress-bar");
  expect(clock?.style.animationDuration).toBe("8000ms");
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
  await expect.poll(() => screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("a toast stays for the time that `showToast` receives", async () => {
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  await act(async () => showToast("success", "Dispatched", undefined, 6000));
  const toast = (await screen.findByText("Dispatched")).closest(".Toastify__toast");
  const clock = toast?.querySelector<HTMLElement>(".Toastify__progress-bar");
  expect(clock?.style.animationDuration).toBe("6000ms");
});

test("a success toast removes the earlier error toasts", async () => {
  const errors = () => screen.queryAllByRole("alert").map(({ textContent }) => textContent);
  await act(async () => clearErrors());
  await act(async () => {
    showToast("error", "Email is required");
    showToast("error", "City is required");
  });
  await expect.poll(() => errors()).toEqual(["Email is required", "City is required"]);
  await act(async () => showToast("success", "Registration successful"));
  await expect.poll(() => errors()).toEqual([]);
  expect(screen.getByText("Registration successful")).toBeDefined();
});

test("only the two newest success toasts stay open", async () => {
  await act(async () => {
    for (const text of ["First", "Second", "Third"]) showToast("success", text);
  });
  await screen.findByText("Third");
  await expect.poll(() => screen.queryByText("First")).toBeNull();
  expect(screen.getByText("Second")).toBeDefined();
});
