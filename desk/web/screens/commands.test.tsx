import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerDesk, describeCommand, showDesk } from "../../../tests/support/jsdom/show-desk.tsx";
import { goTo } from "../router.ts";
import { MayOpen } from "../screen-parts.tsx";
import CommandScreen from "./command.tsx";
import CommandsScreen from "./commands.tsx";

const commands = [
  describeCommand("pages purge"),
  describeCommand("products list"),
  describeCommand("products set"),
  describeCommand("orders cancel"),
  describeCommand("orders list"),
  describeCommand("seller"),
];

const listLinks = () =>
  screen.getAllByRole("link").map((link) => `${link.textContent}: ${link.getAttribute("href")}`);

test("the actions are grouped as in the menu with the most used first, those with a screen link to it, and those for technicians are folded", async () => {
  answerDesk(commands);
  goTo("/commands", { replace: true });
  showDesk(
    <MayOpen value={(href) => href !== "/settings/seller"}>
      <CommandsScreen />
    </MayOpen>,
  );
  await screen.findByRole("heading", { name: "Orders" });
  const subjects = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(subjects).toEqual(["Orders", "Products", "Settings"]);
  expect(listLinks()).toEqual([
    "See the orders: /orders",
    "Cancel an order: /do/orders/cancel",
    "See the products: /products",
    "Change the details of the seller: /do/seller",
    "Clear the pages kept by the CDN: /do/pages/purge",
  ]);
  const folded = screen.getByText("For your technician").closest("details")!;
  expect(within(folded).getAllByRole("link")).toHaveLength(1);
  expect(folded.open).toBe(false);
});

test("the filter of the actions finds words of an action in any order, also if another action has the same screen", async () => {
  answerDesk(commands);
  goTo("/commands", { replace: true });
  showDesk(<CommandsScreen />);
  await screen.findByRole("heading", { name: "Orders" });
  const search = (value: string) =>
    fireEvent.change(screen.getByRole("searchbox", { name: "Find actions" }), { target: { value } });
  search("product change");
  expect(listLinks()).toEqual(["Change a product: /products"]);
  search("cdn");
  expect(screen.getByText("For your technician").closest("details")?.open).toBe(true);
  search("nonsense");
  expect(screen.getByRole("status").textContent).toBe("No action matches. Try another word.");
});

test("the form of an action shows the required fields, and folds the others under “More options”", async () => {
  answerDesk([
    describeCommand(
      "export",
      { month: { summary: "the month" } },
      { args: [{ name: "what", summary: "the list" }] },
    ),
  ]);
  goTo("/do/export", { replace: true });
  showDesk(<CommandScreen params={{ noun: "export" }} />);
  expect((await screen.findByLabelText(/^What/)).closest("details")).toBeNull();
  expect(screen.getByLabelText(/^Month/).closest("details")?.open).toBe(false);
  expect(screen.getByText("More options")).toBeTruthy();
});
