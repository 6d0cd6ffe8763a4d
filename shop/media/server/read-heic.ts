import { crc32, deflateSync } from "node:zlib";
import type { HeifImage, Pixels } from "libheif-js/wasm-bundle.js";
import sharp from "sharp";

/** True for HEIC, the format of iPhone photographs: bytes 4 to 11 contain `ftyp` and a HEIC brand. */
export const isHeic = (content: Uint8Array): boolean =>
  /^ftyp(heic|heix|hevc|hevx|heim|heis|mif1|msf1)$/.test(
    Buffer.from(content.subarray(4, 12)).toString("latin1"),
  );

/**
 * Converts a HEIC photograph to an upright PNG with the same colours. Uses libheif in WebAssembly (2 MB, loaded when
 * needed), because sharp cannot decode HEIC (patents). @throws Error if the file is invalid or `checkSides` throws
 */
export async function readHeic(content: Buffer, checkSides: CheckSides): Promise<Buffer> {
  const { default: libheif } = await import("libheif-js/wasm-bundle.js");
  const heif = new libheif.HeifDecoder();
  const images = heif.decode(content);
  try {
    const photograph = images.find((image) => image.is_primary()) ?? images[0];
    if (!photograph) throw new Error("it contains no photograph");
    const { data, width, height } = await readPixels(photograph, checkSides);
    const png = await sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png({ compressionLevel: 1 })
      .toBuffer();
    return withProfile(png, findProfile(content));
  } finally {
    for (const image of images) image.free();
    heif.decoder.delete();
  }
}

type CheckSides = (width: number, height: number) => void;

function readPixels(photograph: HeifImage, checkSides: CheckSides): Promise<Pixels> {
  const [width, height] = [photograph.get_width(), photograph.get_height()];
  checkSides(width, height);
  const { promise, resolve, reject } = Promise.withResolvers<Pixels>();
  photograph.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (result) =>
    result ? resolve(result) : reject(new Error("it is damaged")),
  );
  return promise;
}

/** Returns the colour profile (box `colr`, kind `prof`) or null. iPhone photographs are not in sRGB. */
function findProfile(content: Buffer): Buffer | null {
  const at = content.indexOf("colrprof");
  if (at < 4) return null;
  const end = at - 4 + content.readUInt32BE(at - 4);
  return end > at + 8 && end <= content.length ? content.subarray(at + 8, end) : null;
}

const PNG_HEAD = 8 + 25; // signature and IHDR

function withProfile(png: Buffer, profile: Buffer | null): Buffer {
  if (!profile) return png;
  const chunk = Buffer.concat([Buffer.from("iCCPphoto\0\0", "latin1"), deflateSync(profile)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  sum.writeUInt32BE(crc32(chunk));
  return Buffer.concat([png.subarray(0, PNG_HEAD), length, chunk, sum, png.subarray(PNG_HEAD)]);
}
