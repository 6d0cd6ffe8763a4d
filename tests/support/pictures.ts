import { crc32, deflateSync } from "node:zlib";

interface Header {
  width: number;
  height: number;
  /** The number of bits per colour value. `colours` is the PNG colour type: 0 grey, 2 RGB, 6 RGB with transparency. */
  bits?: number;
  colours?: 0 | 2 | 6;
  interlaced?: boolean;
}

/** Returns a damaged PNG file. Its header contains this size, but the file contains at most one row of pixels. */
export function writePngHeader({ width, height, bits = 8, colours = 2, interlaced = false }: Header): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([bits, colours, 0, 0, interlaced ? 1 : 0], 8);
  const row = deflateSync(Buffer.alloc(1 + Math.ceil((width * bits * { 0: 1, 2: 3, 6: 4 }[colours]) / 8)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    writeChunk("IHDR", head),
    writeChunk("IDAT", row),
    writeChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Returns a PNG that takes only a few kilobytes for millions of pixels. */
export function writePlainPng(width: number, height: number): Buffer {
  const png = writePngHeader({ width, height, bits: 1, colours: 0 });
  const rows = writeChunk("IDAT", deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8)))));
  const start = png.subarray(0, 8 + 25);
  return Buffer.concat([start, rows, writeChunk("IEND", Buffer.alloc(0))]);
}

function writeChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
