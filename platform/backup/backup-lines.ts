import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import * as v from "valibot";
import { openBackup } from "./encryption.ts";
import { BackupRefused, createDamagedError } from "./format.ts";
import type { TrustedSigners } from "./signature.ts";

export const CHARACTERS_AT_ONCE = 1_000_000;

/** Beyond any row of a shop. */
const LONGEST_LINE_BYTES = 32_000_000;
/** Rows pack to a tenth of their size, zeros to a thousandth; small backups to whatever they like. */
const MOST_UNPACKED = { times: 200, bytes: 64_000_000 };

/**
 * The lines of a backup, as they are unpacked; no file makes it hold more than one long line. Not `node:readline`: to that a
 * U+2028 within a text ends the line. @throws BackupRefused
 */
export async function* readLines({
  file,
  identities,
}: Pick<BackupFile, "file" | "identities">): AsyncGenerator<string, undefined> {
  let begun: Buffer[] = [];
  const opened = createGunzip();
  let source: Readable | undefined;
  let lineBytes = 0;
  let bytes = 0;
  try {
    const most = Math.max(MOST_UNPACKED.bytes, MOST_UNPACKED.times * (await stat(file)).size);
    source = await openBackup(file, identities);
    source.once("error", (cause) => opened.destroy(cause));
    source.pipe(opened);
    for await (const chunk of opened as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most) refuseIncomplete(file, "it unpacks to far more than a backup of its size holds");
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        yield Buffer.concat([...begun, chunk.subarray(from, at)]).toString();
        begun = [];
        lineBytes = 0;
        from = at + 1;
      }
      begun.push(chunk.subarray(from));
      lineBytes += chunk.length - from;
      if (lineBytes > LONGEST_LINE_BYTES) refuseIncomplete(file, "it has a line that is longer than any row");
    }
  } catch (cause) {
    throw toRefusal(cause, file);
  } finally {
    source?.destroy();
    opened.destroy();
  }
}

export function parseLine<const Schema extends v.GenericSchema>(
  schema: Schema,
  line: string,
  file: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), line);
  if (!result.success) refuseIncomplete(file, "what it says about itself cannot be read");
  return result.output;
}

export function refuseIncomplete(file: string, why: string): never {
  throw createDamagedError(file, why);
}

/** A backup, and the file of secret keys that opens it if it is encrypted. */
export interface BackupFile {
  file: string;
  identities?: string | undefined;
  /** Whose signature counts. */
  signers: TrustedSigners;
}

function toRefusal(cause: unknown, file: string): unknown {
  const { code = "" } = cause as NodeJS.ErrnoException;
  if (code === "ENOENT") return new BackupRefused(`There is no file ${file}.`);
  if (code === "EISDIR") return new BackupRefused(`${file} is a folder. Name the backup in it.`);
  if (code === "EACCES") return new BackupRefused(`You may not read ${file}.`);
  if (code === "Z_DATA_ERROR" && (cause as Error).message === "incorrect header check")
    return new BackupRefused(`${file} is no backup, or is damaged at its beginning.`);
  return code.startsWith("Z_") ? createDamagedError(file, "it cannot be unpacked to its end") : cause;
}
