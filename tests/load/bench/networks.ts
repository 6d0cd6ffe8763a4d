import type { BrowserContext, Page } from "@playwright/test";

/** A connection of a phone on the road, as Lighthouse takes it. */
const SLOW = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/** A page on a fast or a slow connection, with a processor so many times slower than this machine's. */
export async function openPage(context: BrowserContext, isSlow: boolean, slowdown = 1): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  if (isSlow) await session.send("Network.emulateNetworkConditions", { offline: false, ...SLOW });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return page;
}

export const getMedian = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
