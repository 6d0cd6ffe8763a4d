import { SettingsForm, SettingsFrame } from "../settings-form.tsx";
import styles from "./shop-settings.module.css";
import { shownSettings } from "#shop/catalogue/command-results.ts";
import type { DataOf } from "#contract/command-data.ts";

type ShownBrand = DataOf<typeof shownSettings.brand>;

const GROUPS = [
  { title: "Name and texts", names: ["name", "tagline", "about", "order-prefix"] },
  { title: "Colours and fonts", names: ["main-colour", "accent-colour", "heading-font", "text-font"] },
  { title: "Logos", names: ["mark", "logo"] },
] as const;

export default function ShopSettingsScreen() {
  return (
    <SettingsFrame title="Shop" lead="The name and look of your shop. Shoppers see changes at once.">
      <SettingsForm of={shownSettings.brand} title="Name and look" groups={GROUPS} above={drawCurrent} />
    </SettingsFrame>
  );
}

const drawCurrent = ({ mark, logo }: ShownBrand) =>
  (mark || logo) && (
    <p className={styles.drawings}>
      {mark && <img src={toAddress(mark)} alt="The current square logo" />}
      {logo && <img src={toAddress(logo)} alt="The current logo" />}
    </p>
  );

const toAddress = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;
