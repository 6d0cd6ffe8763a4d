import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CommandRun } from "../../calls.ts";
import { ChangeDialog } from "../changeable.tsx";
import { goTo } from "../router.ts";
import HomeScreen from "./home.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

const toSection = (section: string, name: string, place: number | null) => ({
  section,
  name,
  place,
  from: "the newest products",
  titled: true,
});

const card = { place: 1, texts: { heading: "For tea" }, shown: { heading: "For tea" }, pictures: {} };

const DATA: Readonly<Record<string, unknown>> = {
  home: {
    sections: [
      toSection("banners", "Banners", 1),
      toSection("newly-launched", "Newly launched", null),
      toSection("categories", "Categories", 2),
    ],
    revision: "1",
  },
  offers: {
    heading: "₹99 off",
    points: ["No code", "Today"],
    written: { heading: "", points: [] },
    from: "2026-12-01",
    to: "2026-12-05",
    days: "starts on Tue 1 Dec",
    revision: "1",
  },
  banners: { cards: [card, { ...card, place: 2 }], revision: "1" },
  collections: [],
  menus: { menus: [], search: [], isAutomatic: true, revision: "1" },
  undo: [
    {
      number: 1,
      summary: "the banners",
      osUser: "Asha",
      changedAt: "2026-11-30T06:00:00Z",
      until: "",
      kind: "",
    },
  ],
};

const sent: CommandRun["options"][] = [];

const getPart = (name: RegExp) => screen.getByRole("button", { name });
const isOpen = (name: RegExp) => getPart(name).getAttribute("aria-expanded") === "true";

function openHome(path: string): void {
  const commands = Object.keys(DATA).map((noun) =>
    describeCommand(noun, {
      section: { summary: "" },
      shown: { summary: "" },
      place: { summary: "" },
      points: { summary: "", many: true },
      to: { summary: "the last day", kind: "day", or: ["none"] },
    }),
  );
  answerDesk(commands, ({ noun, options }, address) => {
    if (address === "/api/run") sent.push(options);
    return withData(DATA[noun] ?? { cards: [], revision: "1" });
  });
  goTo(path, { replace: true });
  showDesk(
    <>
      <HomeScreen />
      <ChangeDialog />
    </>,
  );
}

test("each part of the home page is folded with a summary, only one is open at a time, and the address names the open part", async () => {
  openHome("/home?part=section-banners");
  expect(await screen.findByText("2 banners")).toBeTruthy();
  expect(await screen.findByText("₹99 off · starts on Tue 1 Dec")).toBeTruthy();
  expect(screen.getByText("Hidden")).toBeTruthy();
  const isOn = (name: string) => screen.getByRole("switch", { name }).getAttribute("aria-checked");
  expect([isOn("Show Banners"), isOn("Show Newly launched")]).toEqual(["true", "false"]);
  expect(await screen.findByRole("button", { name: "Undo the last change" })).toBeTruthy();
  expect(await screen.findAllByText("For tea")).toHaveLength(2);
  expect(screen.queryByText("No code")).toBeNull();

  fireEvent.click(getPart(/^Special offer/));
  expect(screen.getByText("No code")).toBeTruthy();
  expect(isOpen(/^1\. Banners/)).toBe(false);
  expect(location.search).toBe("?part=offers");
  fireEvent.click(getPart(/^Special offer/));
  expect(isOpen(/^Special offer/)).toBe(false);
  expect(location.href).toMatch(/\/home$/);
});

test("the special offer explains how it differs from the coupon, and its last day is chosen in a calendar", async () => {
  openHome("/home?part=offers");
  expect((await screen.findByRole("link", { name: "coupon" })).getAttribute("href")).toBe(
    "/settings/selling",
  );
  fireEvent.click(await screen.findByRole("button", { name: /^Change\s*the special offer/ }));
  const lastDay = screen.getByLabelText<HTMLInputElement>("Last day");
  expect(lastDay.type, "a date picker, because an empty field removes the day").toBe("date");
});

test("the owner shows, hides and moves the sections of the home page", async () => {
  openHome("/home?part=section-categories");
  fireEvent.click(await screen.findByRole("switch", { name: "Show Newly launched" }));
  await expect.poll(() => sent.length).toBe(1);
  fireEvent.click(screen.getByRole("switch", { name: "Show Banners" }));
  await expect.poll(() => sent.length).toBe(2);
  fireEvent.click(screen.getByRole("button", { name: /^Move up\s*Categories/ }));
  await expect
    .poll(() => sent)
    .toEqual([
      { section: "newly-launched", shown: "yes" },
      { section: "banners", shown: "no" },
      { section: "categories", place: "1" },
    ]);
});
