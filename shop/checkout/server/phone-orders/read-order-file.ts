import path from "node:path";
import * as v from "valibot";
import { type FileError, formatFileError, readOwnerFile } from "#platform/storage/owner-file.ts";
import type { Typed } from "./phone-order-options.ts";

const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** The options of the command under their own names, in a file; those that take several values as a list. */
const fileSchema = (options: readonly string[]) =>
  v.strictObject(
    Object.fromEntries(
      options.map((option) => [
        option,
        v.optional(
          v.union(
            [
              text,
              v.pipe(
                v.array(text),
                v.transform((lines) => lines.join("\n")),
              ),
            ],
            "is not a text.",
          ),
        ),
      ]),
    ),
    "There is no such option.",
  );

/** The options that stand in a file, or what is wrong with it. */
export async function readOrderFile(
  file: string,
  options: readonly string[],
): Promise<{ typed: Typed; errors: string[] }> {
  const errors: FileError[] = [];
  const { content } = await readOwnerFile(
    path.dirname(file),
    path.basename(file),
    fileSchema(options),
    errors,
  );
  return { typed: content ?? {}, errors: errors.map(formatFileError) };
}
