import type { Page } from "@playwright/test";
import { findFreePort } from "../support/processes.ts";
import { expect, phone, type Shop, test as base } from "../support/journey-shop.ts";
import { confirm, expectUsable } from "./desk-page.ts";

const test = base.extend<{ deskUrl: string; servedDesk: { close(): Promise<void> } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires the braces.
  deskUrl: async ({}, use) => use(`http://localhost:${await findFreePort()}`),
  settings: ({ deskUrl }, use) => use({ DESK_URL: deskUrl }),
  servedDesk: async ({ shop }, use) => {
    const desk = await shop.serveDesk();
    await use(desk);
    await desk.close();
  },
});

test.use({ viewport: phone });

async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function invite(shop: Shop, name: string): Promise<string> {
  const { output } = await shop.operator("people", name, "--invite", "--role", "owner");
  const [link = ""] = /http:\/\/localhost:\d+\/join#[\w-]{43}/.exec(output) ?? [];
  expect(link, output).not.toBe("");
  return link;
}

async function join(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(page.getByRole("navigation", { name: "Desk" })).toBeVisible();
}

const signedOut = (page: Page) => page.getByRole("heading", { name: "Sign in to the desk" });

test(
  "an invited owner creates a passkey on a phone, signs out, and signs in with the passkey (T57)",
  { tag: "@long" },
  async ({ page, shop, deskUrl, servedDesk: _desk }) => {
    await addDevice(page);
    await page.goto(deskUrl);
    await expect(signedOut(page)).toBeVisible();
    await join(page, await invite(shop, "Asha"));
    await page.getByRole("button", { name: "Asha: menu" }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(signedOut(page)).toBeVisible();
    await page.getByRole("button", { name: "Sign in with passkey" }).click();
    await expect(page.getByRole("navigation", { name: "Desk" })).toBeVisible();
    expect((await shop.operator("audit", "--of", "operators")).output).toMatch(/Asha .*desk sign-in/);
  },
);

test(
  "an invited packer sees only orders, and has no access after the owner has removed the packer (T57)",
  { tag: "@long" },
  async ({ page, shop, deskUrl, servedDesk: _desk, browser }) => {
    await addDevice(page);
    await join(page, await invite(shop, "Meera"));
    const packer = await (await browser.newContext({ viewport: phone })).newPage();
    await addDevice(packer);

    await test.step("an invitation asks the owner for the passkey again, and shows a link and a QR code", async () => {
      await page.goto(`${deskUrl}/settings/team`);
      await page.getByRole("button", { name: "Invite somebody" }).click();
      await page.getByLabel("Name").fill("Ravi");
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      await page.getByRole("button", { name: "Use passkey" }).click();
      await expect(page.getByRole("img", { name: "QR code of the link" })).toBeVisible();
      await expectUsable(page);
    });

    await test.step("the packer sees the screen Packing and no screen of an owner", async () => {
      const link = await page.getByText(/^http:\/\/localhost:\d+\/join#/).innerText();
      await join(packer, link);
      await expect(packer.getByRole("link", { name: "Orders" })).toBeVisible();
      await expect(packer.getByRole("link", { name: "Books" })).toHaveCount(0);
      await packer.goto(`${deskUrl}/sign-in`);
      await expect(packer.getByRole("heading", { name: "Your passkeys" })).toBeVisible();
      await expectUsable(packer);
      const used = await (await browser.newContext()).newPage();
      await used.goto(link);
      await expect(used.getByRole("alert")).toContainText("used already");
      await used.context().close();
    });

    await test.step("a removed packer is signed out, and cannot sign in again", async () => {
      await page.getByRole("button", { name: "Close" }).click();
      const entry = page.getByRole("listitem").filter({ hasText: "Ravi" });
      await entry.getByRole("button", { name: "More actions" }).click();
      await entry.getByRole("button", { name: "Remove" }).click();
      await confirm(page);
      await expect(entry).toHaveCount(0);
      await packer.reload();
      await expect(signedOut(packer)).toBeVisible();
      await packer.getByRole("button", { name: "Sign in with passkey" }).click();
      await expect(packer.getByRole("alert")).toContainText("did not work here");
      await expectUsable(packer);
      await packer.context().close();
    });
  },
);

test(
  "the desk can be installed on a phone as an app",
  { tag: "@long" },
  async ({ page, deskUrl, servedDesk: _desk }) => {
    await page.goto(deskUrl);
    const devtools = await page.context().newCDPSession(page);
    const { errors } = await devtools.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  },
);
