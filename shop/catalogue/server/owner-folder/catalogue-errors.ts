import { type FileError, formatFileError } from "#platform/storage/owner-file.ts";

/** The folder cannot be taken over as it stands; nothing was changed. The message has one line for each error. */
export class CatalogueErrors extends Error {
  readonly errors: readonly FileError[];

  constructor(errors: readonly FileError[]) {
    const shown = errors.slice(0, SHOWN).map((error) => `  - ${formatFileError(error)}`);
    if (errors.length > SHOWN) shown.push(`  - and ${errors.length - SHOWN} more`);
    super(`The catalogue was not taken over. Please correct:\n${shown.join("\n")}`);
    this.name = "CatalogueFaults";
    this.errors = errors;
  }
}

const SHOWN = 50;
