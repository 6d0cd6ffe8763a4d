/** Returns the files that a page loads first, by its source file such as `web/pages/home.tsx`. */
export function listFirstLoad(page: string): { scripts: string[]; styles: string[] };
/** Returns the compressed size of files in bytes (brotli, quality 11). */
export function measureSent(files: readonly string[]): number;

export function listPageSources(): string[];
