import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Changing } from "./changes.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const readAnnounced = () => {
  act(() => void vi.advanceTimersByTime(1_000));
  return document.querySelector("[role=status]")?.textContent ?? null;
};
const renderTotal = (value: string | null) => <Changing topic="Total" value={value} />;

test("a changed value is announced once to screen readers and highlighted for a moment, but the first value is not", () => {
  const { rerender } = render(renderTotal(null));
  rerender(renderTotal("₹899.00"));
  expect([readAnnounced(), document.querySelector(".highlight")]).toEqual([null, null]);
  rerender(renderTotal("₹1798.00"));
  rerender(renderTotal("₹2697.00"));
  const shown = screen.getByText("₹2697.00");
  expect(shown.className).toBe("highlight");
  expect(readAnnounced()).toBe("Total: ₹2697.00");
  expect(shown.className).toBe("");
  rerender(renderTotal("₹2697.00"));
  expect(shown.className).toBe("");
});
