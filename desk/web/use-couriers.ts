import { cardLists } from "#shop/catalogue/command-results.ts";
import { knownCouriers } from "#shop/parcels/known-couriers.ts";
import { useCommand, useView } from "./use-view.ts";

/** Returns the names to suggest for a courier: first the owner's own couriers. Other names can be typed too. */
export function useCouriers(): readonly string[] {
  const mayRead = useCommand("couriers") !== undefined;
  const { data } = useView(cardLists.couriers, { enabled: mayRead });
  const ownCouriers = data?.cards.flatMap(({ texts }) => texts["name"] ?? []) ?? [];
  return [...new Set([...ownCouriers, ...knownCouriers.map(({ name }) => name)])];
}
