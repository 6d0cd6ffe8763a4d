/** Returns the files that a browser loads first. `page` is the page's source file, such as `web/pages/home.tsx`. */
export function listFirstLoad(page: string): { scripts: string[]; styles: string[] };
/** Returns the compressed size of files in bytes (brotli, quality 11). */
export function measureSent(files: readonly string[]): number;

export function listPageSources(): string[];
