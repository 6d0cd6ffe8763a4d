import { parseSorting, type Sortable, sortProducts } from "./sorting.ts";

/** The product filter of §2.5. Unlike in the listing's URL, materials and categories are case-sensitive (D35). */
export interface ProductFilter {
  selectedMaterials: string[];
  selectedCategory: string;
  searchQuery: string;
  /** The limits in rupees, inclusive. They apply only if both are set. */
  priceRange: { min: number | null; max: number | null };
  sortOption: string;
}

export const defaultProductFilter: Readonly<ProductFilter> = {
  selectedMaterials: [],
  selectedCategory: "",
  searchQuery: "",
  priceRange: { min: null, max: null },
  sortOption: "default",
};

interface Filterable extends Sortable {
  category: string;
  materials: readonly string[];
}

/** Returns the products that match all conditions of the filter, in its sort order. */
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
