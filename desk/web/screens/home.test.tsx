import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
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
  banners: { cards: [card, { ...card, place: 2 }], min: 1, max: 2, revision: "1" },
  collections: [],
  story: { cards: [], min: 1, max: 12, revision: "1" },
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

let isWide = false;
beforeEach(() => {
  isWide = false;
  vi.stubGlobal("matchMedia", () => ({
    matches: isWide,
    addEventListener() {},
    removeEventListener() {},
  }));
});

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
    return withData(DATA[noun] ?? { cards: [], min: 1, max: 12, revision: "1" });
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

test("in a wide window, the home page is shown beside its parts until the owner hides it", async () => {
  isWide = true;
  openHome("/home");
  fireEvent.click(await screen.findByRole("button", { name: "Hide the preview" }));
  expect(screen.queryByRole("region", { name: "The home page" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "See the preview" }));
  expect(screen.getByRole("region", { name: "The home page" })).toBeTruthy();
});

test("a card can be moved up unless it is the first, and down unless it is the last, and a full list has no button to add one", async () => {
  openHome("/home?part=section-banners");
  await screen.findByRole("button", { name: "Move up banner 2" });
  const isDisabled = (name: string) =>
    screen.getByRole("button", { name }).getAttribute("aria-disabled") === "true";
  expect(["Move up banner 2", "Move down banner 1"].map(isDisabled)).toEqual([false, false]);
  expect(["Move up banner 1", "Move down banner 2"].map(isDisabled)).toEqual([true, true]);
  expect(screen.queryByRole("button", { name: "Add a banner" })).toBeNull();
  const count = sent.length;
  for (const name of ["Move up banner 1", "Move down banner 1"])
    fireEvent.click(screen.getByRole("button", { name }));
  await expect.poll(() => sent.slice(count)).toEqual([{ place: "1", to: "2" }]);
  fireEvent.click(getPart(/^Our Story/));
  expect(await screen.findByRole("button", { name: "Add a picture" })).toBeTruthy();
});
