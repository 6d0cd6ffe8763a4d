import { act, render } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { DeliveryDays, ExpectedDelivery } from "./expected-delivery.tsx";

afterEach(() => vi.useRealTimers());

test("the expected delivery is that of the shop's clock, moves on at 17:00, and the server's page names no date (§9)", () => {
  vi.useFakeTimers({ now: new Date("2026-11-02T16:58:30+05:30") });
  expect(renderToString(<ExpectedDelivery promised={{}} />)).toContain("in 7–11 business days");
  const { container } = render(<ExpectedDelivery promised={{}} />);
  expect(container.textContent).toBe("Order today, arrives Wed 11 – Tue 17 Nov");
  act(() => void vi.advanceTimersByTime(120_000));
  expect(container.textContent).toBe("Order today, arrives Thu 12 – Wed 18 Nov");
});

test("the delivery of a policy is the same in the first HTML and afterwards (§2.13)", () => {
  const days = <DeliveryDays promised={{ leadDays: 3 }} />;
  const { container } = render(days);
  expect(container.textContent).toBe("Order today, arrives in 3 days and 7–11 business days");
  expect(renderToString(days)).toBe(container.innerHTML);
});
