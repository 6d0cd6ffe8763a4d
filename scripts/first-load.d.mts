/** Returns the files that a page loads first, by its source file such as `web/pages/home.tsx`. */
export function listFirstLoad(page: string): { scripts: string[]; styles: string[] };
/** Returns the size of files in bytes as they are sent (brotli, quality 11). */
export function measureSent(files: readonly string[]): number;
