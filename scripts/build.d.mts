/** Returns Node's arguments for a program of the bundle. */
export function getBundledArguments(program: "main" | "cli"): string[];
/** True if the build was made from the current files. */
export function isCurrent(): boolean;
/** Lists the files from which the shop is built. */
export function listInputFiles(): string[];
