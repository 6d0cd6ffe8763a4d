import { parseSorting, type Sortable, sortProducts } from "./sorting.ts";

/** The product-filter state (§2.5), with other rules than the listing's URL (D35). */
export interface ProductFilter {
  selectedMaterials: string[];
  selectedCategory: string;
  searchQuery: string;
  /** In rupees. The range applies only if both bounds are set; it includes them. */
  priceRange: { min: number | null; max: number | null };
  sortOption: string;
}

export const createProductFilter = (): ProductFilter => ({
  selectedMaterials: [],
  selectedCategory: "",
  searchQuery: "",
  priceRange: { min: null, max: null },
  sortOption: "default",
});

export type ProductFilterChange = Partial<ProductFilter> | "reset";

/** The state after a change; 'reset' returns to the defaults. */
export const changeProductFilter = (filter: ProductFilter, change: ProductFilterChange): ProductFilter =>
  change === "reset" ? createProductFilter() : { ...filter, ...change };

interface Filterable extends Sortable {
  category: string;
  materials: readonly string[];
}

/** Returns the matching products, sorted. Materials and category match exactly; the search looks in titles. */
export function filterProducts<P extends Filterable>(products: readonly P[], filter: ProductFilter): P[] {
  return sortProducts(
    products.filter((product) => isSelected(product, filter)),
    parseSorting(filter.sortOption),
  );
}

function isSelected(product: Filterable, filter: ProductFilter): boolean {
  const { selectedMaterials, selectedCategory, searchQuery, priceRange } = filter;
  const { min, max } = priceRange;
  return (
    (selectedMaterials.length === 0 ||
      selectedMaterials.some((material) => product.materials.includes(material))) &&
    (selectedCategory === "" || product.category === selectedCategory) &&
    product.title.toLowerCase().includes(searchQuery.trim().toLowerCase()) &&
    (min === null || max === null || (product.price >= min && product.price <= max))
  );
}
