/** Returns the path of the first of these programs that is on the PATH. */
export function onPath(...names: string[]): string | undefined;
