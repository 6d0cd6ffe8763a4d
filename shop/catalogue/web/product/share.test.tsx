import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Share } from "./share.tsx";

afterEach(() => Reflect.deleteProperty(navigator, "share"));

test("sharing a product uses the device's share sheet, or copies the link and shows an alert (§2.6, D78)", async () => {
  const visitor = userEvent.setup();
  const alert = vi.spyOn(window, "alert").mockImplementation(() => {});
  render(<Share title="Roz Acacia Everyday Bowl" address="https://shop.example/product-info/roz" />);
  const button = screen.getByRole("button", { name: "Share" });
  await visitor.click(button);
  await expect.poll(() => alert.mock.calls).toEqual([["Link copied to clipboard!"]]);
  expect(await navigator.clipboard.readText()).toBe(location.href);

  const share = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, "share", { configurable: true, value: share });
  await visitor.click(button);
  await expect
    .poll(() => share.mock.calls)
    .toEqual([[{ title: "Roz Acacia Everyday Bowl", url: location.href }]]);
  // If the visitor closes the share dialog, no message appears. If the dialog cannot be opened, the link is copied.
  share.mockRejectedValueOnce(new DOMException("closed", "AbortError"));
  await visitor.click(button);
  share.mockRejectedValueOnce(new Error("no sheet"));
  await visitor.click(button);
  await expect.poll(() => alert.mock.calls.length).toBe(2);
});

test("if the browser denies access to the clipboard, the link is copied from a text field, and the focus returns to the button (§2.6)", async () => {
  const visitor = userEvent.setup();
  vi.spyOn(window, "alert").mockImplementation(() => {});
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  vi.spyOn(HTMLTextAreaElement.prototype, "select").mockImplementation(function (this: HTMLElement) {
    this.focus();
  });
  const copy = vi.fn();
  Object.defineProperty(document, "execCommand", { configurable: true, value: copy });
  render(<Share title="Roz Acacia Everyday Bowl" address="https://shop.example/product-info/roz" />);
  const button = screen.getByRole("button", { name: "Share" });
  await visitor.click(button);
  await expect.poll(() => copy.mock.calls).toEqual([["copy"]]);
  await expect.poll(() => document.activeElement).toBe(button);
  expect(document.querySelector("textarea")).toBeNull();
});
