import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import * as v from "valibot";
import { openBackup } from "./encryption.ts";
import { BackupRefused, createDamagedError } from "./format.ts";

export const CHARACTERS_AT_ONCE = 1_000_000;

/** Not `node:readline`: to that a U+2028 within a text ends the line. */
export async function* readLines({ file, identities }: BackupFile): AsyncGenerator<string, undefined> {
  let begun: Buffer[] = [];
  const opened = createGunzip();
  let source: Readable | undefined;
  try {
    source = await openBackup(file, identities);
    source.once("error", (cause) => opened.destroy(cause));
    source.pipe(opened);
    for await (const chunk of opened as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        yield Buffer.concat([...begun, chunk.subarray(from, at)]).toString();
        begun = [];
        from = at + 1;
      }
      begun.push(chunk.subarray(from));
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
