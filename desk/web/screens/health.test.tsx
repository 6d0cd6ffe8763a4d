import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import HealthScreen from "./health.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

const sample = (name: string, field: string) => ({
  about: `seller.json, ${field}`,
  name,
  kind: "sample",
  what: 'is still a sample: "SAMPLE".',
  remedy: "Replace it",
  screen: `/settings/seller?field=${field}`,
  risk: "law",
});

const findings = [
  sample("State", "state"),
  sample("State", "state"),
  sample("PIN", "pin"),
  {
    ...sample("Seller", ""),
    kind: "statement",
    what: 'confirm that this is true: "You give a warranty".',
    screen: "/settings/seller",
  },
];

const late = {
  about: "TRV-ABCDEF",
  what: "the parcel is late",
  remedy: "Call the customer",
  risk: "orders",
};

const mailServer = {
  about: "SMTP_URL",
  what: "e-mails are only written to files",
  remedy: "Set SMTP_URL, see .env.example",
  screen: "/settings/values?search=SMTP_URL",
  risk: "orders",
};
const noBackup = {
  about: "backup",
  what: "there is no backup yet",
  remedy: "Make a backup now",
  screen: "/settings/health",
  risk: "data",
};

const checkCommand = describeCommand("check", { "before-opening": { summary: "", flag: true } });
const toResult = (problems: readonly unknown[], passed: readonly unknown[] = []) => ({ problems, passed });

const order = {
  orderId: "TRV-ABCDEF",
  status: "Pending",
  cash: false,
  contact: { firstName: "Meera", email: "meera@example.com" },
  shippingAddress: { phoneNumber: "9876543210" },
};

test("the health screen lists problems by what they can cost the owner, worst first", async () => {
  const command = { noun: "orders", verb: "show", summary: "", args: [], options: {}, examples: [] };
  const bowl = {
    about: "bowl",
    what: "is cheaper than its parts",
    remedy: "Correct the price",
    screen: "/products/bowl",
    risk: "other",
  };
  const links = { ...sample("Links to your social media pages", "links"), risk: "other" };
  const backup = describeCommand("backup create");
  answerDesk([command, backup], ({ noun }) => {
    const problems = [
      links,
      bowl,
      { ...bowl, about: "tray", screen: "/products/tray" },
      mailServer,
      ...findings,
      noBackup,
      late,
    ];
    const data = noun === "check" ? toResult(problems) : noun === "orders" ? order : [];
    return withData(data);
  });
  showDesk(<HealthScreen />);
  expect(await screen.findByText("6 problems to solve here, 1 for your technician")).toBeTruthy();
  const titles = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(titles).toEqual(["Do now", "For your technician", "Worth doing"]);
  expect(screen.getByText("For each: correct the price.")).toBeTruthy();
  const readSection = (name: string) => screen.getByRole("region", { name }).textContent;
  expect(readSection("Worth doing"), "no law requires these links").toContain("Links to your social media");
  expect(readSection("Do now"), "the state and the PIN").toContain("2 of your details are samples");
  expect(readSection("Do now")).toContain("Backup: there is no backup yet.");
  expect(screen.getByRole("button", { name: "Make a backup" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "TRV-ABCDEF" }).getAttribute("href")).toBe("/orders/TRV-ABCDEF");
  fireEvent.click(await screen.findByRole("button", { name: "Write to the customer" }));
  expect(await screen.findByDisplayValue(/^Hello Meera, about your order TRV-ABCDEF/)).toBeTruthy();
});

test("a contradiction between a text and a rule can be solved at the text or at the rule", async () => {
  const broken = {
    about: "texts/shipping-policy.md",
    name: "Shipping policy",
    what: "promises “Free shipping”, but shipping costs ₹80",
    remedy: "Change the text or the rule",
    screen: "/settings/texts?text=shipping-policy",
    rule: "/settings/selling",
    risk: "law",
  };
  answerDesk([], ({ noun }) => withData(noun === "check" ? toResult([broken]) : []));
  showDesk(<HealthScreen />);
  const section = within(await screen.findByRole("region", { name: "Do now" }));
  expect(section.getByRole("link", { name: "Shipping policy" }).getAttribute("href")).toBe(broken.screen);
  expect(section.getByRole("link", { name: "Open Selling" }).getAttribute("href")).toBe(broken.rule);
});

test("the health screen copies problems that only the technician can solve, with the names of their settings", async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  answerDesk([], ({ noun }) => withData(noun === "check" ? toResult([mailServer]) : []));
  showDesk(<HealthScreen />);
  fireEvent.click(await screen.findByRole("button", { name: "Copy for your technician" }));
  expect(writeText).toHaveBeenCalledWith(
    "The health check of our shop found this. Please solve it.\n" +
      "SMTP_URL: e-mails are only written to files. Set SMTP_URL, see .env.example.",
  );
  expect(document.body.textContent).not.toContain("SMTP_URL");
});

test("'Check everything' on the health screen also checks the machine, adds only problems that are not listed yet, and folds the passed checks", async () => {
  const asked: unknown[] = [];
  const wide = toResult(
    [mailServer, { about: "memory", what: "256 MiB is too little", remedy: "Add memory", risk: "data" }],
    [{ name: "database", note: "the database answers" }],
  );
  answerDesk([checkCommand], ({ noun, options }) => {
    if (noun === "check") asked.push(options);
    const data =
      noun !== "check"
        ? []
        : options?.["before-opening"]
          ? wide
          : toResult([mailServer], [{ name: "stock", note: "" }]);
    return withData(data);
  });
  showDesk(<HealthScreen />);
  expect(await screen.findByText("1 check passed")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Check everything" }));
  expect(await screen.findByText("2 checks passed")).toBeTruthy();
  expect(asked).toHaveLength(3);
  expect(asked).toContainEqual({ "before-opening": "on" });
  const lines = screen.getAllByRole("listitem", { hidden: true }).map((line) => line.textContent);
  expect(screen.getAllByText("Mail server")).toHaveLength(1);
  expect(lines).toContain("Memory: 256 MiB is too little.");
  expect(lines).toContain("Database: the database answers");
  expect(screen.getByText(/^Checked at .*, with e-mail, payments and the machine$/)).toBeTruthy();
});

test("the health screen shows problems of orders first, and loads only some of these orders at once", async () => {
  const orderIds = Array.from({ length: 60 }, (_, at) => `TRV-AAAA${String(at + 10)}`);
  const freeProduct = {
    about: "tray",
    what: "price is 0",
    remedy: "Correct it",
    screen: "/x",
    risk: "orders",
  };
  const loaded: string[] = [];
  answerDesk([], ({ noun, args }) => {
    if (noun === "orders") loaded.push(args?.["orderId"] ?? "");
    const checked = [freeProduct, ...orderIds.map((about) => ({ ...late, about, what: `${about} is late` }))];
    const data = noun === "check" ? toResult(checked) : noun === "orders" ? order : [];
    return withData(data);
  });
  showDesk(<HealthScreen />);
  await expect.poll(() => loaded.length).toBeGreaterThan(0);
  expect(loaded).toEqual(orderIds.slice(0, loaded.length));
  expect(loaded.length).toBeLessThan(orderIds.length);
  expect(screen.queryByText("Price is 0.")).toBeNull();
  expect(screen.getByRole("button", { name: "Show more" })).toBeTruthy();
});

const error = { code: "unavailable", message: "The shop does not answer." };

test("a failed check of the services is not shown as done", async () => {
  answerDesk([], ({ noun, options }) => {
    if (noun === "check" && options?.["offline"] === undefined)
      return Response.json({ error }, { status: 503 });
    return withData(noun === "check" ? toResult([]) : []);
  });
  showDesk(<HealthScreen />);
  const without = /^Checked at .*, except e-mail and payments$/;
  await screen.findByText(without);
  fireEvent.click(screen.getByRole("button", { name: "Check everything" }));
  expect(await screen.findByText("The shop does not answer.")).toBeTruthy();
  expect(await screen.findByText(without)).toBeTruthy();
});

test("if the check fails, the health screen shows an error instead of 'Checking'", async () => {
  answerDesk([], () => Response.json({ error }, { status: 503 }));
  showDesk(<HealthScreen />);
  expect(await screen.findByText(/^The check failed/)).toBeTruthy();
  expect(screen.queryByText(/^Checking/)).toBeNull();
});

test("the health screen counts what the owner can solve and the details that are samples, and shows when it checked", async () => {
  let response: Promise<void> | null = null;
  answerDesk([], async ({ noun }) => {
    if (noun === "check") await response;
    return withData(noun === "check" ? toResult(findings) : []);
  });
  showDesk(<HealthScreen />);
  expect(await screen.findByText("2 problems to solve here")).toBeTruthy();
  const links = screen.getAllByRole<HTMLAnchorElement>("link", { hidden: true });
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Enter your details", "/settings/seller?field=state"],
    ["Open Seller", "/settings/seller"],
  ]);
  const checkedAt = () => screen.queryByText(/^Checked at \d+:\d\d [ap]m, /);
  expect(checkedAt()).toBeTruthy();
  const secondCheck = Promise.withResolvers<void>();
  response = secondCheck.promise;
  expect(screen.getByText(/^Checked at .*, except e-mail and payments$/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Check everything" }));
  await expect.poll(checkedAt).toBeNull();
  secondCheck.resolve();
  await expect.poll(checkedAt).toBeTruthy();
  expect(screen.getByText(/^Checked at .*, with e-mail and payments$/)).toBeTruthy();
});
