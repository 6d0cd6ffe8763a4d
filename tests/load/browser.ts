import { type Browser, chromium } from "@playwright/test";

export async function runInBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const isRoot = process.getuid?.() === 0;
  const executablePath = process.env["CHROMIUM_PATH"];
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      ...(isRoot ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-quic",
      "--disable-background-networking",
    ],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
