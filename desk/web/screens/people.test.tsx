import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { View } from "../../calls.ts";
import { answerDesk, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";
import { goTo } from "../router.ts";
import PeopleScreen from "./people.tsx";

test("the list of customers counts them and is sorted as the user chooses, but a search lists the newest first", async () => {
  const asked: View["options"][] = [];
  const customer = { firstName: "Meera", lastName: "Shah", createdAt: "2026-11-20T09:00:00.000Z" };
  answerDesk([], ({ options }) => {
    asked.push(options);
    return withData([
      {
        ...customer,
        email: "meera@example.com",
        phoneNumber: "9876543210",
        orders: 2,
        paidPaise: 123_450,
        lastOrderAt: "2026-11-28T09:00:00.000Z",
      },
      { ...customer, email: "asha@example.com", phoneNumber: "", orders: 0, paidPaise: 0, lastOrderAt: null },
    ]);
  });
  goTo("/people", { replace: true });
  showDesk(<PeopleScreen />);
  expect(await screen.findByText("2 customers")).toBeTruthy();
  expect(screen.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
    "CustomerOrdersPaid",
    "Meera Shah9876543210meera@example.com2last 28 Nov 2026₹1,234.50",
    "Meera Shahasha@example.com0₹0.00",
  ]);
  expect(screen.getByRole("link", { name: "9876543210" }).getAttribute("href")).toBe("tel:+919876543210");
  fireEvent.change(screen.getByRole("combobox", { name: "Sort by" }), { target: { value: "paid" } });
  await expect.poll(() => asked.at(-1)).toEqual({ limit: "51", sort: "paid" });
  expect(await screen.findByText("2 customers with an order")).toBeTruthy();
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "meera" } });
  await expect.poll(() => asked.at(-1)).toMatchObject({ search: "meera" });
  expect(screen.queryByRole("combobox", { name: "Sort by" })).toBeNull();
});

test("the list of customers says why it is empty: no customers, or no customer who has ordered", async () => {
  answerDesk([], () => withData([]));
  goTo("/people", { replace: true });
  showDesk(<PeopleScreen />);
  expect(await screen.findByText("There are no customers yet.")).toBeTruthy();
  fireEvent.change(screen.getByRole("combobox", { name: "Sort by" }), { target: { value: "paid" } });
  expect(await screen.findByText("There are no customers with an order yet.")).toBeTruthy();
});
