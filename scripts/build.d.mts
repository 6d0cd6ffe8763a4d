export function getBundledArguments(program: "main" | "cli"): string[];
/** True if the build was made from the current files. */
export function isCurrent(): boolean;
export function listInputFiles(): string[];
