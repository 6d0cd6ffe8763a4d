import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { MINUTE } from "#contract/time.ts";
import { HttpRefusal } from "#platform/http/envelope.ts";
import { writePngHeader } from "../../../tests/support/pictures.ts";
import { cleanPhotos, cleanPictures, measurePicture, resizePicture, writeMaster } from "./picture-maker.ts";

let folder: string;
let file: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "taruva-pictures-"));
  file = path.join(folder, "bowl.jpg");
  await sharp({ create: { width: 2_400, height: 1_800, channels: 3, background: "#765" } })
    .jpeg()
    .toFile(file);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.runIf(process.platform === "linux")(
  "a crash of the picture process fails no request, and the process does not inherit environment variables",
  async () => {
    const making = [320, 480, 640].map((width) => resizePicture(file, width, "avif"));
    const pid = await findPictureProcess();
    expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain("VITEST");
    process.kill(pid, "SIGKILL");
    const made = await Promise.all(making);
    const sizes = await Promise.all(made.map((bytes) => sharp(bytes).metadata()));
    expect(sizes.map(({ width }) => width)).toEqual([320, 480, 640]);
    expect(await findPictureProcess()).not.toBe(pid);
  },
);

async function findPictureProcess(): Promise<number> {
  for (;;) {
    const match = readdirSync("/proc").find((pid) => /^\d+$/.test(pid) && isPictureProcess(pid));
    if (match) return Number(match);
    await pause(1);
  }
}

function isPictureProcess(pid: string): boolean {
  try {
    const parent = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1];
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return parent === String(process.pid) && command.includes("picture-process");
  } catch {
    return false; // the process has already ended
  }
}

test("a HEIC photo is converted to JPEG with its colour profile applied", async () => {
  // 480 × 640 pixels in Display P3, the colour space of iPhones. The left half is #8a5a2b, the right half #20c040.
  const heic = readFileSync(new URL("../../../tests/support/photograph.heic", import.meta.url));
  const { data, info } = await sharp(await writeMaster(heic))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 480, height: 640, channels: 3 });
  const pixelAt = (x: number) => [...data.subarray((320 * 480 + x) * 3, (320 * 480 + x) * 3 + 3)];
  for (const [x, colour] of [
    [120, [0x8a, 0x5a, 0x2b]],
    [360, [0x20, 0xc0, 0x40]],
  ] as const)
    for (const [channel, value] of colour.entries())
      expect(Math.abs((pixelAt(x)[channel] ?? 0) - value), `${x}: ${pixelAt(x).join(" ")}`).toBeLessThan(6);
  await expect(writeMaster(heic.subarray(0, 2_000))).rejects.toThrow();
  await expect(writeMaster(Buffer.concat([heic.subarray(0, 16), Buffer.alloc(64)]))).rejects.toThrow();
});

test.each([
  ["a single column of pixels", { width: 1, height: 24_000_000 }],
  ["a long strip of pixels", { width: 24_000, height: 999 }],
  ["a strip within the maximum side length", { width: 16_000, height: 700 }],
  ["four channels of 16 bits", { width: 4_800, height: 4_900, bits: 16, colours: 6 }],
  ["interlaced lines", { width: 4_800, height: 4_900, interlaced: true }],
  ["more pixels than a camera has", { width: 16_000, height: 16_000 }],
] as const)(
  "T51: a picture whose header announces %s is refused before the shop decodes it",
  async (_, header) => {
    const content = writePngHeader(header);
    const size = `${header.width} × ${header.height} pixels`;
    const refusal = new RegExp(`${size}|pixel limit`);
    await expect(cleanPictures([content])).rejects.toThrow(refusal);
    const isOnlyLarge =
      header.width * header.height <= 24_000_000 && header.width < 10_000 && header.height < 10_000;
    if (isOnlyLarge) return;
    await expect(writeMaster(content)).rejects.toThrow(refusal);
    if (header.width === header.height) return;
    await expect(measurePicture(content)).rejects.toThrow(refusal);
    const strip = path.join(folder, "strip.png");
    writeFileSync(strip, content);
    for (const format of ["jpg", "piece"] as const)
      await expect(resizePicture(strip, 320, format)).rejects.toThrow(refusal);
  },
);

test("uploaded photos wait in a bounded queue, and a full queue refuses more with 503 (T51)", async () => {
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => cleanPictures([])));
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(9);
  for (const one of refused)
    expect(one).toMatchObject({ reason: { status: 503 } satisfies Partial<HttpRefusal> });
});

test("a photo that a busy shop cannot read in time is refused as busy, not as unreadable, and can be sent again (T51)", async () => {
  const photo = `data:image/jpeg;base64,${readFileSync(file).toString("base64")}`;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const reading = Promise.allSettled([cleanPhotos([photo], "asha"), writeMaster(readFileSync(file))]);
  // The time is over before the processes have answered, as on a machine without a free processor.
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  vi.useRealTimers();
  expect(await reading).toMatchObject([{ value: { code: "busy" } }, { reason: { status: 503 } }]);
  expect(await cleanPhotos([photo], "asha")).toMatchObject([{ width: 1280, height: 960 }]);
});
