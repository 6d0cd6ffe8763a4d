import type { PageHead } from "#client/head-tags.ts";
import { createPageLoader, type LoadedData, usePageData } from "#client/page-loader.ts";
import { useLoaded } from "#client/loaded.tsx";
import { type ProductCard, toListCards } from "#shop/catalogue/card.ts";
import { isWood } from "#shop/catalogue/filters.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import { getProducts } from "#shop/catalogue/listing.ts";
import { ListProblem } from "#shop/catalogue/web/list-problem.tsx";
import { TableSetting } from "#shop/table-setting/web/table-setting.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { Wrap } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import styles from "./lay-the-table.module.css";

const MAX_GOODS = 100;

export const loader = createPageLoader(({ call }) => ({
  goods: call(listProducts, { query: { page: "1", limit: String(MAX_GOODS) } }).then((response) =>
    toListCards(getProducts(response)),
  ),
}));

export const head = ({ goods = [] }: Partial<LoadedData<typeof loader>>): PageHead => ({
  title: "Lay the table",
  description: `For two, four or eight, for chai or for a feast: lay our ${describeGoods(goods)} on a table, to scale, and see the total price.`,
});

const describeGoods = (products: readonly ProductCard[]): string =>
  products.length > 0 && !products.some(({ materials }) => materials.some(isWood))
    ? "pieces"
    : "wooden trays, boards, bowls and platters";

export function Component() {
  const { goods } = usePageData<typeof loader>();
  const loadedGoods = useLoaded(goods);
  return (
    <Wrap className="page-end">
      <PageTitle lead="For two or for eight, for chai or for a feast. Everything is drawn to scale.">
        Lay the table
      </PageTitle>
      {loadedGoods.state === "loading" && <Skeleton shape="block" className={styles.waiting} />}
      {loadedGoods.state === "failed" && (
        <ListProblem>We could not load the pieces. Please reload the page.</ListProblem>
      )}
      {loadedGoods.state === "loaded" && <TableSetting goods={loadedGoods.value} />}
    </Wrap>
  );
}
