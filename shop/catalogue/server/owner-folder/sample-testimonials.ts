import { access } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { type FileError, readOwnerFile } from "#platform/storage/owner-file.ts";

const FILE = "testimonials.json";

const samples = v.array(
  v.looseObject({ name: v.optional(v.string(), ""), sample: v.optional(v.boolean(), false) }),
  "is not a list of testimonials.",
);

/** Made-up voices that came with the shop; the file may be missing altogether. */
export async function checkSampleTestimonials(
  folder: string,
  errors: FileError[],
  warnings: FileError[],
): Promise<void> {
  const isThere = await access(path.join(folder, FILE)).then(
    () => true,
    () => false,
  );
  const read = isThere ? await readOwnerFile(folder, FILE, samples, errors) : null;
  for (const [index, { name, sample }] of (read?.content ?? []).entries()) {
    if (!sample) continue;
    const message = `is made up. Take it out, and hide it in the shop: testimonials list`;
    warnings.push({ file: FILE, where: `entry ${index + 1}`, field: name, message });
  }
}
