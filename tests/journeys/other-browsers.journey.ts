import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";
import { Builder, By, type WebDriver } from "selenium-webdriver";
import { end, findFreePort } from "../support/processes.ts";
import { expect, type Shop, test } from "../support/journey-shop.ts";
import { createRegularCustomer } from "../support/visitors.ts";

/* Runs in WebKitGTK (the engine of Safari) and Firefox, only in `npm test -- all`: see playwright.config.ts. */

for (const [name, open] of Object.entries({ WebKit: openWebKit, Firefox: openFirefox })) {
  test(
    `${name}: a customer logs in, buys, pays, cancels an order, and returns another`,
    { tag: "@front" },
    async ({ shop }) => {
      const customer = await createRegularCustomer(shop.url, `${name.toLowerCase()}.${Date.now()}`);
      const visit = await open();
      try {
        await test.step("the customer logs in", async () => {
          await visit.goTo(`${shop.url}/log-in`);
          await visit.fill(field("Email"), customer.email);
          await visit.fill(field("Password"), customer.password);
          await visit.click(button("Login"));
          await visit.see(text("Newly Launched", "h2"));
          await visit.see(`//*[@data-testid='cart-badge'][contains(., '1')]`);
        });
        const orderId = await buy(visit, shop);
        await test.step("the customer cancels the paid order", async () => {
          await visit.goTo(`${shop.url}/order-details/${orderId}`);
          await visit.click(button("Cancel Order"));
          await visit.click(`//dialog[@open]//label[contains(., 'Late delivery')]`);
          await visit.click(`//dialog[@open]${button("Cancel Order")}`);
          await visit.see(`//dt[.='Cancel status']/following-sibling::dd[.='Pending']`);
          expect(await read(shop, orderId)).toContain("Late delivery");
        });
        await test.step("the customer returns the delivered order", async () => {
          const { paid } = customer.orders;
          expect((await shop.operator("orders", "deliver", paid, "--in-person", "--yes")).code).toBe(0);
          await visit.goTo(`${shop.url}/order-details/${paid}`);
          await visit.click(button("Return pieces"));
          await visit.choose(`//dialog[@open]//select`, "1");
          await visit.click(`//dialog[@open]//label[contains(., 'Arrived damaged')]`);
          await visit.click(`//dialog[@open]${button("Request return")}`);
          await visit.see(text("Your return", "h2"));
          expect((await shop.operator("returns")).output).toContain(paid);
        });
      } catch (error) {
        await writeFile(test.info().outputPath("page.png"), await visit.takePicture());
        throw error;
      } finally {
        await visit.end();
      }
    },
  );
}

async function buy(visit: Visit, shop: Shop): Promise<string> {
  await test.step("the customer puts a bowl into the bag and orders it", async () => {
    await visit.goTo(`${shop.url}/product-info/acacia-everyday-bowl`);
    await visit.click(button("Add to Bag"));
    await visit.see(`//*[@data-testid='cart-badge'][contains(., '2')]`);
    await visit.goTo(`${shop.url}/checkout`);
    await visit.click(button("Checkout"));
  });
  const address = await visit.see(`//dialog[@open]//iframe`, "src");
  await test.step("the customer pays in the payment window", async () => {
    await visit.enter("dialog[open] iframe", async () => {
      await visit.fill(`//*[@name='number']`, "4111111111111111");
      await visit.fill(`//*[@name='expiry']`, "12/30");
      await visit.fill(`//*[@name='cvv']`, "123");
      await visit.fill(`//*[@name='name']`, "Meera Shah");
      await visit.click(`//section[@id='panel-card']//button[starts-with(., 'Pay ₹')]`);
    });
  });
  const href = await visit.see(`//a[normalize-space()='View your order']`, "href");
  const orderId = href.split("/").at(-1) ?? "";
  expect(address).toContain("/pay/");
  expect(await read(shop, orderId)).toContain("Completed");
  return orderId;
}

const read = async (shop: Shop, orderId: string) => (await shop.operator("orders", "show", orderId)).output;

/** Matches the beginning of the button's text, because a hidden text for its busy state may follow. */
const button = (label: string) => `//button[starts-with(normalize-space(), '${label}') and not(@disabled)]`;
const field = (label: string) => `//input[@id=//label[starts-with(normalize-space(), '${label}')]/@for]`;
const text = (words: string, element: string) => `//${element}[normalize-space()='${words}']`;

/** The actions of a customer in WebKit or Firefox. Each action gets an XPath and waits until the element is visible. */
interface Visit {
  goTo(url: string): Promise<void>;
  click(place: string): Promise<void>;
  fill(place: string, words: string): Promise<void>;
  choose(place: string, value: string): Promise<void>;
  see(place: string, attribute?: string): Promise<string>;
  enter(frame: string, work: () => Promise<void>): Promise<void>;
  takePicture(): Promise<Buffer>;
  end(): Promise<void>;
}

interface PageElement {
  isSeen(): Promise<boolean>;
  click(): Promise<void>;
  fill(words: string): Promise<void>;
  choose(value: string): Promise<void>;
  read(attribute: string): Promise<string | null>;
}

interface Browser {
  goTo(url: string): Promise<unknown>;
  findAll(place: string): Promise<PageElement[]>;
  enter(frame: string): Promise<void>;
  leave(): Promise<void>;
  takePicture(): Promise<Buffer>;
  end(): Promise<void>;
}

const SEEN_WITHIN_MS = 60_000;

function createVisit(browser: Browser): Visit {
  const find = async (place: string): Promise<PageElement> => {
    let visibleElement: PageElement | undefined;
    await expect(async () => {
      visibleElement = undefined;
      for (const each of await browser.findAll(place)) if (await each.isSeen()) visibleElement ??= each;
      expect(visibleElement, `No visible element at ${place}`).toBeDefined();
    }).toPass({ timeout: SEEN_WITHIN_MS });
    if (!visibleElement) throw new Error(`No visible element at ${place}`);
    return visibleElement;
  };
  return {
    goTo: async (url) => void (await browser.goTo(url)),
    click: async (place) => (await find(place)).click(),
    fill: async (place, words) => (await find(place)).fill(words),
    choose: async (place, value) => (await find(place)).choose(value),
    see: async (place, attribute = "class") => (await (await find(place)).read(attribute)) ?? "",
    async enter(frame, work) {
      await browser.enter(frame);
      await work();
      await browser.leave();
    },
    takePicture: () => browser.takePicture(),
    end: () => browser.end(),
  };
}

async function openFirefox(): Promise<Visit> {
  const executablePath = getInstalled("/usr/bin/firefox-esr", "firefox-esr");
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    args: ["--width=1280", "--height=900"],
    defaultViewport: null,
  });
  const page = await browser.newPage();
  let frame = page.mainFrame();
  return createVisit({
    goTo: (url) => page.goto(url),
    async findAll(place) {
      const elements = await frame.$$(`xpath/${place}`);
      return elements.map((element) => ({
        isSeen: () => element.isVisible(),
        // Firefox 140 does not report where a frame is, so a click in a frame would miss. Press Enter there.
        click: () => (frame === page.mainFrame() ? element.click() : element.press("Enter")),
        fill: (words) => element.type(words),
        choose: async (value) => void (await element.select(value)),
        read: (name) => element.evaluate((each, attribute) => each.getAttribute(attribute), name),
      }));
    },
    async enter(place) {
      const element = await frame.waitForSelector(place);
      frame = (await element?.contentFrame()) ?? frame;
    },
    leave: async () => void (frame = page.mainFrame()),
    takePicture: async () => Buffer.from(await page.screenshot()),
    end: () => browser.close(),
  });
}

const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";

async function openWebKit(): Promise<Visit> {
  const program = getInstalled("/usr/bin/WebKitWebDriver", "webkit2gtk-driver");
  const display = await openDisplay();
  const port = await findFreePort();
  const server = spawn(program, ["--host=127.0.0.1", `--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name },
    stdio: "inherit",
  });
  const address = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${address}/status`).catch(() => null))?.ok;
  await expect.poll(isReady).toBe(true);
  const options = { binary: MINI_BROWSER, args: ["--automation"] };
  const driver: WebDriver = await new Builder()
    .usingServer(address)
    .withCapabilities({ browserName: "MiniBrowser", "webkitgtk:browserOptions": options })
    .build();
  return createVisit({
    goTo: (url) => driver.get(url),
    async findAll(place) {
      const elements = await driver.findElements(By.xpath(place));
      return elements.map((element) => ({
        isSeen: () => element.isDisplayed(),
        click: () => element.click(),
        // Clicks the field first, because nothing else can focus an element in a sandboxed frame.
        fill: async (words) => element.click().then(() => element.sendKeys(words)),
        choose: (value) => element.findElement(By.css(`option[value="${value}"]`)).click(),
        read: (name) => element.getDomAttribute(name),
      }));
    },
    enter: async (place) => driver.switchTo().frame(await driver.findElement(By.css(place))),
    leave: () => driver.switchTo().defaultContent(),
    takePicture: async () => Buffer.from(await driver.takeScreenshot(), "base64"),
    async end() {
      await driver.quit();
      await end(server, "SIGTERM");
      await end(display.server, "SIGTERM");
    },
  });
}

/** Starts a virtual display, which chooses a free number and prints it. */
async function openDisplay() {
  const program = getInstalled("/usr/bin/Xvfb", "xvfb");
  const server = spawn(program, ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = (await once(createInterface(server.stdout), "line")) as [string];
  return { name: `:${number}`, server };
}

function getInstalled(program: string, name: string): string {
  if (!existsSync(program)) throw new Error(`${program} is missing: apt-get install ${name}`);
  return program;
}
