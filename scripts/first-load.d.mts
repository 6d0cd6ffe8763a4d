/** The files of a page by its source, as in `web/pages/home.tsx`. */
export function listFirstLoad(page: string): { scripts: string[]; styles: string[] };
/** In bytes as they are sent: brotli, quality 11. */
export function measureSent(files: readonly string[]): number;
