/** What Node is given to run a program of the bundle; its errors name the sources. */
export function getBundledArguments(program: "main" | "cli"): string[];
/** Whether everything is built from the files as they are. */
export function isCurrent(): boolean;
/** The files that the shop is built from. */
export function listInputFiles(): string[];
