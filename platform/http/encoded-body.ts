import { createHash } from "node:crypto";
import { type Bodies, compressAtOnce, type Effort, type Encoding } from "./encodings.ts";

/** A body in the encodings it is there in, and the tag that browsers know it by. */
export interface EncodedBody {
  bodies: Bodies;
  tag: string;
}

export function toEncodedBody(body: string | Buffer): EncodedBody {
  const plain = Buffer.from(body);
  return { bodies: { plain }, tag: createTag(plain) };
}

/**
 * What gives a body in one encoding alone, as bytes that nothing else holds. It holds up its thread, and writes every
 * text into the same memory: V8 counts what many buffers take, and would clear up much more often.
 */
export function createBodyEncoder(): (body: string, encoding: Encoding, effort: Effort) => EncodedBody {
  let scratch = Buffer.allocUnsafeSlow(FIRST_BYTES);
  return (body, encoding, effort) => {
    const needed = body.length * MOST_BYTES_OF_UNIT;
    if (needed > scratch.length) scratch = Buffer.allocUnsafeSlow(2 * needed);
    const plain = scratch.subarray(0, scratch.write(body));
    const bytes = encoding === "plain" ? plain : compressAtOnce(plain, encoding, effort);
    const own = Buffer.from(new Uint8Array(bytes).buffer);
    return { bodies: { [encoding]: own }, tag: createTag(plain) };
  };
}

const FIRST_BYTES = 512 * 1024;

/** Of a UTF-16 unit, in UTF-8. */
const MOST_BYTES_OF_UNIT = 3;

/** The memory of a body that is handed over to another thread instead of being copied. */
export const listMemory = ({ bodies }: EncodedBody): ArrayBuffer[] =>
  Object.values(bodies).map(({ buffer }) => buffer as ArrayBuffer);

/** As it comes from another thread: buffers arrive as mere bytes. */
export function receiveEncodedBody({ bodies, tag }: EncodedBody): EncodedBody {
  const received = Object.entries(bodies).map(([encoding, bytes]) => [
    encoding,
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  ]);
  return { bodies: Object.fromEntries(received) as Bodies, tag };
}

const createTag = (plain: Buffer): string => createHash("sha1").update(plain).digest("base64url");
