/** Which products the owner looks for. */
export interface StoredProductQuery {
  /** Those that are not in the shop, instead of those that are. */
  hidden: boolean;
  /** Only pieces in limited number. */
  limited: boolean;
  /** A part of the id or the title, in any case. */
  search: string;
  most: number;
}

export const isSearched = ({ id, title }: { id: string; title: string }, search: string): boolean =>
  search === "" || `${id} ${title}`.toLowerCase().includes(search.toLowerCase());
