import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { place } from "../router.ts";
import SettingsScreen from "./settings.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

afterEach(() => {
  place.set("/settings/values");
});

const razorpay = (name: string, isSet: boolean, value: string | null = null) => ({
  name: `RAZORPAY_${name}`,
  group: "Payments",
  value,
  isSet,
  isSecret: value === null,
  from: ".env",
  what: "",
});

function showScreen(settings: readonly unknown[], problems: readonly unknown[] = []): void {
  answerDesk([describeCommand("backup create")], ({ noun }) => {
    const data = noun === "check" ? { problems, passed: [] } : settings;
    return withData(data);
  });
  showDesk(<SettingsScreen />);
}

test("a service that lacks one setting is not set up, and its steps name the provider's page and only this setting", async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  showScreen([
    razorpay("KEY_ID", true, "rzp_live_1"),
    razorpay("KEY_SECRET", true),
    razorpay("WEBHOOK_SECRET", false),
    { ...razorpay("", true, "https://lake.example"), name: "PUBLIC_URL" },
  ]);
  expect(await screen.findByText("Partly set up")).toBeTruthy();
  const [webhooks] = screen.getAllByRole("link", { name: "dashboard.razorpay.com", hidden: true }).slice(-1);
  expect(webhooks?.getAttribute("href")).toMatch(/\/webhooks$/);
  const [copyButton] = screen.getAllByRole("button", { name: "Copy the steps", hidden: true });
  if (copyButton) fireEvent.click(copyButton);
  const [[text = ""] = []] = writeText.mock.calls as unknown as string[][];
  expect(text).toContain("https://lake.example/api/payments/webhook/razorpay");
  expect(text.match(/RAZORPAY_\w+=/g)).toEqual(["RAZORPAY_WEBHOOK_SECRET="]);
});

test("the test of the connection to Razorpay shows only problems of the connection, and test keys are marked", async () => {
  const refused = {
    what: "customers cannot pay online: Razorpay refuses the keys",
    remedy: "Compare the keys",
  };
  showScreen(
    [razorpay("KEY_ID", true, "rzp_test_1"), razorpay("KEY_SECRET", true), razorpay("WEBHOOK_SECRET", true)],
    [
      { ...refused, about: "RAZORPAY_KEY_ID", risk: "orders", subject: "payments" },
      { ...refused, about: "TRV-ABCDEF", what: "the refund failed", risk: "orders", subject: "payments" },
    ],
  );
  expect(await screen.findByText("Test keys")).toBeTruthy();
  expect(screen.getByText(/^RAZORPAY_KEY_ID=rzp_live_/), "the lines for live keys").toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Test the connection to Razorpay" }));
  expect(await screen.findByText("Customers cannot pay online: Razorpay refuses the keys.")).toBeTruthy();
  expect(screen.queryByText("The refund failed.")).toBeNull();
  expect(screen.getByText(/^Tested on \d+ \w+ \d{4} at \d+:\d\d [ap]m\.$/)).toBeTruthy();
  expect(screen.getByText("Only your technician can solve this. Send them this message:")).toBeTruthy();
});

test("each service that is set up keeps its steps and can be tested", async () => {
  const set = (name: string, value = "…") => ({ ...razorpay("", true, value), name });
  showScreen([
    set("PUBLIC_URL", "https://lake.example"),
    set("DESK_URL", "https://desk.lake.example"),
    set("SIGN_IN_CLIENT_ID"),
    set("BACKUP_RECIPIENT"),
  ]);
  expect(await screen.findByRole("button", { name: "Make a backup" })).toBeTruthy();
  const getHref = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(getHref("Open the desk at its address")).toBe("https://desk.lake.example");
  expect(getHref("Open the shop's login")).toBe("https://lake.example/log-in");
  expect(screen.getAllByText("Set up")).toHaveLength(3);
  expect(screen.getByText("DESK_URL=https://desk.shop.example")).toBeTruthy();
});

test("a link to a setting shows the service that needs it, and no other service", async () => {
  place.set("/settings/values?search=SMTP_URL");
  showScreen([{ ...razorpay("KEY_ID", false), name: "SMTP_URL", group: "Mail" }]);
  expect(await screen.findByText("Mail server")).toBeTruthy();
  expect(screen.queryByText("Payments by Razorpay")).toBeNull();
});

test("the services stay on the screen while the owner searches the settings of the server", async () => {
  showScreen([razorpay("KEY_ID", false)]);
  const search = await screen.findByRole("searchbox", { name: "Find settings", hidden: true });
  fireEvent.change(search, { target: { value: "smtp" } });
  expect(await screen.findByText("No setting matches.")).toBeTruthy();
  expect(screen.getByText("Payments by Razorpay")).toBeTruthy();
});
