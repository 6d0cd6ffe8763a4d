import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { DeliveryDays, ExpectedDelivery } from "./expected-delivery.tsx";

afterEach(() => vi.useRealTimers());

test("the expected delivery is the same in the server's HTML and after hydration, and changes at 17:00 (§9)", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-02T16:58:30+05:30") });
  const delivery = <ExpectedDelivery promised={{ leadDays: 3 }} orderDay="2026-11-02" />;
  const container = document.createElement("div");
  container.innerHTML = renderToString(delivery);
  const first = container.innerHTML;
  expect(container.textContent).toBe("Order today, arrives Mon 16 – Fri 20 Nov");
  const failed = vi.fn();
  const root = await act(() => hydrateRoot(container, delivery, { onRecoverableError: failed }));
  expect(container.innerHTML).toBe(first);
  expect(failed).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(120_000));
  expect(container.textContent).toBe("Order today, arrives Tue 17 – Mon 23 Nov");
  act(() => root.unmount());
});

test("the delivery time in a policy is the same in the server's HTML and after hydration (§2.13)", async () => {
  const days = <DeliveryDays promised={{ leadDays: 3 }} />;
  const container = document.createElement("div");
  container.innerHTML = renderToString(days);
  const first = container.innerHTML;
  expect(container.textContent).toBe("Order today, arrives in 3 days and 7–11 business days");
  const failed = vi.fn();
  const root = await act(() => hydrateRoot(container, days, { onRecoverableError: failed }));
  expect(container.innerHTML).toBe(first);
  expect(failed).not.toHaveBeenCalled();
  act(() => root.unmount());
});
